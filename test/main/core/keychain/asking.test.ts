import { expect, test } from 'vitest'
import { askedByPerson, permitNow, withoutAsking } from '../../../../main/core/keychain/asking.ts'
import { createKeychain } from '../../../../main/core/keychain/keychain.ts'
import { createFakeClock } from '../../platform/ledger/support.ts'

/** A turn of the event loop. */
const turn = (): Promise<void> => new Promise((done) => setTimeout(done))

/** A keychain that can't be asked whether it is locked: each call of it may put up the system's question. */
function native() {
  const state = { locked: true, calls: 0 }
  const answer = <T>(value: T): Promise<T> => {
    state.calls += 1
    return state.locked
      ? Promise.reject(new Error('The user name or passphrase you entered is not correct.'))
      : Promise.resolve(value)
  }
  const values = new Map<string, string>()
  const keychain = createKeychain({
    clock: createFakeClock(),
    log: { write: () => undefined },
    deadlineMs: 1_000,
    expected: 'keytar',
    choose: () =>
      Promise.resolve({
        driver: {
          backend: 'keytar',
          get: (account: string) => answer(values.get(account) ?? null),
          set: (account: string, value: string) => answer(values.set(account, value)).then(() => undefined),
          remove: (account: string) => answer(values.delete(account)),
        },
        meet: () => Promise.resolve('unasked' as const),
      }),
  })
  return { state, keychain }
}

// Catches a question that comes up again after each refusal, on a system where only a call can tell that it is locked.
test('after a refusal the desk calls the keychain only for a press', async () => {
  const { state, keychain } = native()
  const first = await keychain.get('a')
  expect(['locked', 'denied']).toContain(first.outcome)
  const { calls } = state
  for (const account of ['a', 'b', 'c']) expect((await keychain.get(account)).outcome).toBe(first.outcome)
  expect((await keychain.set('a', 'x')).outcome).toBe(first.outcome)
  expect(state.calls).toBe(calls)
  await askedByPerson(async () => Promise.all([keychain.get('a'), keychain.get('b')]))
  expect(state.calls).toBe(calls + 1)
  state.locked = false
  expect((await keychain.get('a')).outcome).toBe(first.outcome)
  expect((await askedByPerson(() => keychain.get('a'))).outcome).toBe('absent')
  expect((await keychain.set('a', 'x')).outcome).toBe('found')
  expect(await keychain.get('a')).toEqual({ outcome: 'found', value: 'x' })
})

// Catches a timer that a press has left behind and that asks the person a minute later.
test('a press permits what it waits for, and nothing after it', async () => {
  const seen: Array<boolean | undefined> = []
  const look = (): void => void seen.push(permitNow()?.mayAsk)
  look()
  let later: Promise<void> | undefined
  await askedByPerson(async () => {
    await turn()
    look()
    withoutAsking(look)
    later = turn().then(look)
  })
  await later
  look()
  await expect(askedByPerson(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(seen).toEqual([undefined, true, false, false, undefined])
})
