import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BrokenValueError,
  readValue,
  removeValue,
  splitValue,
  writeValue,
  type Items,
} from '../../../../main/core/keychain/split-items.ts'

const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .chain((seed) => fc.integer({ min: 0, max: 400 }).map((times) => seed.repeat(times)))

/** Items that stop, as if the process had been killed, at the `failAt`th change. */
function killable(): Items & { values: Map<string, string>; failAt: number } {
  const values = new Map<string, string>()
  const step = () => {
    self.failAt -= 1
    if (self.failAt === 0) throw new Error('killed')
  }
  const self = {
    values,
    failAt: Infinity,
    get: async (account: string) => values.get(account) ?? null,
    set: async (account: string, value: string) => {
      step()
      values.set(account, value)
    },
    remove: async (account: string) => {
      step()
      return values.delete(account)
    },
  }
  return self
}

describe('splitting', () => {
  // Catches a part that is over the limit of an item, a character cut in two, or a value that changes.
  it('makes parts that fit and join to the value', () => {
    fc.assert(
      fc.property(text, (value) => {
        const parts = splitValue(value)
        expect(parts.join('')).toBe(value)
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true)
          expect(part.length).toBeLessThanOrEqual(1_200)
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(2_560)
        }
      }),
    )
  })
})

describe('a value over several items', () => {
  // Catches a crash that leaves a mixture of two values, or loses both.
  it('is the old or the new one, whenever a write is killed, and the next write mends everything', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.integer({ min: 1, max: 40 }), async (old, next, last, failAt) => {
        const items = killable()
        await writeValue(items, 'a', old)
        items.failAt = failAt
        const whole = await writeValue(items, 'a', next).then(
          () => true,
          () => false,
        )
        items.failAt = Infinity
        const value = await readValue(items, 'a')
        expect(whole ? [next] : [old, next]).toContain(value)
        await writeValue(items, 'a', last)
        expect(await readValue(items, 'a')).toBe(last)
        await removeValue(items, 'a')
        expect([...items.values.keys()]).toEqual([])
      }),
    )
  })

  // Catches parts of a secret that stay in the keychain for ever after a removal that was killed.
  it('is gone after a killed removal that is done again', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (value, failAt) => {
        const items = killable()
        await writeValue(items, 'a', value)
        items.failAt = failAt
        await removeValue(items, 'a').catch(() => undefined)
        items.failAt = Infinity
        expect([null, value]).toContain(await readValue(items, 'a'))
        await removeValue(items, 'a')
        expect([...items.values.keys()]).toEqual([])
      }),
    )
  })

  // Catches parts that someone changed and that are passed on as the credential.
  it('is refused when its parts do not belong together', async () => {
    const items = killable()
    await writeValue(items, 'a', 'x'.repeat(5_000))
    items.values.set('a#a2', 'something else')
    await expect(readValue(items, 'a')).rejects.toThrow(BrokenValueError)
    items.values.delete('a#a2')
    await expect(readValue(items, 'a')).rejects.toThrow(BrokenValueError)
  })
})
