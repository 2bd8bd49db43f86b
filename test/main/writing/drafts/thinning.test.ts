import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { thinned, untouched } from '../../../../main/writing/revisions/thinning.ts'
import { createDesk, confirmed, input, note } from './support.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const minute = 60_000
const revision = (number: number, age: number, of?: number) => ({
  revision: number,
  at: now - age,
  ...(of !== undefined && { of }),
})

// Catches thinning that takes the newest, the first, what was sent or what was brought back.
test('what a person may want back stays', () => {
  const revisions = Array.from({ length: 200 }, (_, index) => revision(index + 1, (200 - index) * 100))
  const dropped = new Set(thinned([...revisions, revision(201, 0, 17)], new Set([60]), now))
  for (const kept of [1, 17, 60, 152, 201]) expect(dropped.has(kept), String(kept)).toBe(false)
  expect(dropped.size).toBeGreaterThan(130)
})

// Catches a history that keeps too much, or nothing, of one age.
test('the older, the sparser', () => {
  const ages = [
    ...Array.from({ length: 50 }, () => 0),
    ...Array.from({ length: 40 }, (_, n) => 10 * minute + n * 6_000),
    ...Array.from({ length: 24 }, (_, n) => (2 + n / 6) * 3_600_000),
    ...Array.from({ length: 240 }, (_, n) => (3 + n / 24) * 86_400_000),
  ]
  const revisions = ages.map((age, index) => revision(ages.length - index + 1, age))
  const dropped = new Set(thinned([...revisions, revision(1, 400 * 86_400_000)], new Set(), now))
  const keptWith = (from: number, to: number) =>
    revisions.filter(({ revision: number, at }) => !dropped.has(number) && now - at >= from && now - at < to).length
  expect(keptWith(0, minute)).toBe(untouched)
  expect(keptWith(minute, 60 * minute)).toBeLessThanOrEqual(6)
  expect(keptWith(60 * minute, 86_400_000)).toBe(24)
  expect(keptWith(86_400_000, 30 * 86_400_000)).toBeLessThanOrEqual(11)
})

const history = fc.array(
  fc.record({ age: fc.nat(90 * 86_400_000), back: fc.option(fc.nat(40)), base: fc.option(fc.nat(40)) }),
  { minLength: 1, maxLength: 150 },
)

// Catches a kept revision whose text went with another, and thinning twice that takes more than thinning once.
test('nothing that is kept depends on what is dropped', () => {
  fc.assert(
    fc.property(history, fc.array(fc.nat(150)), (given, sent) => {
      const ages = given.map(({ age }) => age).sort((a, b) => b - a)
      const all = given.map(({ back, base }, index) => {
        const before = (steps: number | null) => (steps === null || index - 1 - steps < 0 ? undefined : index - steps)
        const [of, from] = [before(back), before(base)]
        return {
          revision: index + 1,
          at: now - (ages[index] ?? 0),
          ...(of !== undefined && { of }),
          ...(from !== undefined && { base: from }),
        }
      })
      const dropped = new Set(thinned(all, new Set(sent), now))
      const kept = all.filter((one) => !dropped.has(one.revision))
      for (const one of kept)
        for (const other of [one.of, one.base]) if (other !== undefined) expect(dropped.has(other)).toBe(false)
      expect(thinned(kept, new Set(sent), now)).toEqual([])
    }),
  )
})

// Catches thinning that never runs, or that takes a sent revision, and a bin that is never emptied or empties itself too early.
test('old revisions and the bin are tidied beside the work', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => confirmed()
  let saved = await desk.drafts.save(input({ id: 'long', body: { name: 'x'.repeat(3_000) } }))
  for (let n = 0; n < 119; n += 1) {
    saved = await desk.drafts.save(
      input({ id: 'long', baseRevision: saved.revision, body: { name: `${'x'.repeat(3_000)}${n}` } }),
    )
    if (n === 20) await desk.drafts.submit('long')
    await desk.clock.advance(10)
  }
  const { id } = await desk.drafts.save(input({ operation: note, title: 'Thrown away' }))
  await desk.drafts.remove(id, false)
  await desk.clock.advance(10 * 60_000)
  const left = desk.drafts.revisions({ id: 'long', limit: 500 }).items.map((row) => row.revision)
  expect(left.length).toBeLessThan(60)
  for (const kept of [1, 22, 71, 120]) expect(left).toContain(kept)
  for (const kept of left)
    expect(desk.drafts.get('long', kept).body).toMatchObject({ name: expect.stringMatching(/^x{3000}/) as string })
  expect(() => desk.drafts.get('long', 40)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
  await desk.clock.advance(29 * 86_400_000)
  expect(desk.drafts.get(id).title).toBe('Thrown away')
  await desk.clock.advance(2 * 86_400_000)
  expect(() => desk.drafts.get(id)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
})
