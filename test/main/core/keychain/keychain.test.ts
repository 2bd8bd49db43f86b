import { describe, expect, it } from 'vitest'
import type { KeychainDriver } from '../../../../main/core/keychain/driver.ts'
import { askedByPerson } from '../../../../main/core/keychain/asking.ts'
import { createMemoryKeychain, openKeychain } from '../../../../main/core/keychain/index.ts'
import { memoryDriver } from '../../../../main/core/keychain/memory.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { keychainContract } from './keychain-contract.ts'
import { captureLog, manualClock, settle } from './support.ts'

keychainContract('memory', (log) => createMemoryKeychain({ clock: systemClock, log }))

const missing = () => Promise.reject(new Error('The addon was not built'))
const never = <T>() => new Promise<T>(() => undefined)
const driver = (parts: Partial<KeychainDriver> = {}): KeychainDriver => ({
  ...memoryDriver(),
  backend: 'keytar',
  ...parts,
})
const failing = (message: string) => {
  const fail = () => Promise.reject(new Error(message))
  return driver({ get: () => Promise.resolve(null), set: fail, remove: () => Promise.resolve(false) })
}

/** On a platform without a Secret Service to ask, so that the drivers alone decide. */
function open(keytar: () => Promise<KeychainDriver>, keyring: () => Promise<KeychainDriver> = missing) {
  const clock = manualClock()
  const log = captureLog()
  return { clock, log, keychain: openKeychain({ clock, log, platform: 'darwin', load: { keytar, keyring } }) }
}

describe('the choice of a backend', () => {
  // Catches an addon that is loaded, or a service that is asked, while the desk starts.
  it('is made at the first call and once', async () => {
    let loads = 0
    const { keychain } = open(() => {
      loads += 1
      return Promise.resolve(driver())
    })
    await settle()
    expect(loads).toBe(0)
    await Promise.all([keychain.get('a'), keychain.ready(), keychain.get('b')])
    expect(loads).toBe(1)
  })

  // Catches an optional addon that is missing and takes the desk down, or memory that is used without saying why.
  it('goes from keytar to keyring to memory with a reason', async () => {
    const second = open(missing, () => Promise.resolve(driver({ backend: 'keyring' })))
    await second.keychain.ready()
    expect(second.keychain.backend).toBe('keyring')
    expect(second.keychain.reason).toBeUndefined()
    const last = open(missing)
    await last.keychain.ready()
    expect(last.keychain.backend).toBe('memory')
    expect(last.keychain.reason).toMatch(/No keychain addon could be loaded.*kept in memory/)
  })

  // Catches "not signed in" from a backend whose reads answer null while it can't be used at all.
  it('does not take null for absent before a test entry was kept', async () => {
    const { keychain } = open(() => Promise.resolve(failing('Platform failure')))
    await keychain.ready()
    expect(keychain.backend).toBe('memory')
    expect(keychain.reason).toMatch(/did not keep a test entry/)
  })

  // Catches a keychain that is given up for the session because it was locked at the first look.
  it('stays with a locked keychain, which works once it is unlocked', async () => {
    let locked = true
    const real = memoryDriver()
    const { keychain } = open(() =>
      Promise.resolve(
        driver({
          get: (account) => (locked ? Promise.resolve(null) : real.get(account)),
          set: (account, value) =>
            locked
              ? Promise.reject(new Error('Cannot create an item in a locked collection'))
              : real.set(account, value),
          remove: (account) => (locked ? Promise.resolve(false) : real.remove(account)),
        }),
      ),
    )
    expect(await keychain.get('a')).toMatchObject({ outcome: 'locked' })
    expect(await keychain.set('a', 'value')).toMatchObject({ outcome: 'locked' })
    expect(keychain.backend).toBe('keytar')
    locked = false
    // Where only a call can tell, the next one may put up a question: it waits for a person.
    expect(await keychain.set('a', 'value')).toMatchObject({ outcome: 'locked' })
    expect(await askedByPerson(() => keychain.set('a', 'value'))).toMatchObject({ outcome: 'found' })
    locked = true
    expect(await keychain.get('b')).toMatchObject({ outcome: 'locked' })
    expect(await keychain.remove('a')).toMatchObject({ outcome: 'locked' })
  })

  // Catches a refusal that reads like an absent credential.
  it('says denied where the system refuses', async () => {
    const { keychain } = open(() => Promise.resolve(failing('User canceled the operation.')))
    expect(await keychain.get('a')).toMatchObject({ outcome: 'denied' })
    expect(keychain.backend).toBe('keytar')
  })
})

describe('a keychain that hangs', () => {
  // Catches a call that never answers, calls that pile up behind it, and a keychain that does not recover.
  it('times out, answers further calls at once, and works again', async () => {
    const gate = Promise.withResolvers<null>()
    let gets = 0
    const real = memoryDriver()
    const { keychain, clock } = open(() =>
      Promise.resolve(
        driver({
          ...real,
          backend: 'keytar',
          get(account) {
            if (account !== 'slow') return real.get(account)
            gets += 1
            return gets === 1 ? gate.promise : real.get(account)
          },
        }),
      ),
    )
    await keychain.ready()
    const slow = keychain.get('slow')
    const behind = keychain.set('other', 'value')
    await settle()
    clock.advance(5_000)
    expect(await slow).toMatchObject({ outcome: 'timed_out' })
    expect(await behind).toMatchObject({ outcome: 'timed_out' })
    expect(await keychain.get('slow')).toMatchObject({ outcome: 'timed_out' })
    expect(gets).toBe(1)
    gate.resolve(null)
    await settle()
    expect(await keychain.get('other')).toMatchObject({ outcome: 'absent' })
    expect(await keychain.set('slow', 'value')).toMatchObject({ outcome: 'found' })
  })

  // Catches a write that goes on part by part after the caller was told that it had failed.
  it('ends an overdue write before its next step', async () => {
    const gate = Promise.withResolvers<undefined>()
    const real = memoryDriver()
    let held = false
    const { keychain, clock } = open(() =>
      Promise.resolve(
        driver({
          ...real,
          backend: 'keytar',
          async set(account, value) {
            if (account.endsWith('#a2') && !held) {
              held = true
              await gate.promise
            }
            await real.set(account, value)
          },
        }),
      ),
    )
    await keychain.set('long', 'old')
    const write = keychain.set('long', 'n'.repeat(5_000))
    for (let turn = 0; turn < 5; turn += 1) await settle()
    clock.advance(5_000)
    expect(await write).toMatchObject({ outcome: 'timed_out' })
    gate.resolve(undefined)
    await settle()
    expect(await keychain.get('long')).toEqual({ outcome: 'found', value: 'old' })
  })

  // Catches a choice that waits for ever for the test entry.
  it('is ready in time even when the test entry hangs', async () => {
    const { keychain, clock } = open(() => Promise.resolve(driver({ set: () => never() })))
    const ready = keychain.ready()
    await settle()
    clock.advance(5_000)
    await ready
    expect(await keychain.get('a')).toMatchObject({ outcome: 'timed_out' })
    expect(keychain.backend).toBe('keytar')
  })

  // Catches two native calls where one would do.
  it('reads an account once for callers that ask at the same time', async () => {
    let gets = 0
    const real = memoryDriver()
    const { keychain } = open(() =>
      Promise.resolve(
        driver({
          ...real,
          backend: 'keytar',
          get(account) {
            if (account === 'a') gets += 1
            return real.get(account)
          },
        }),
      ),
    )
    await keychain.ready()
    await Promise.all([keychain.get('a'), keychain.get('a'), keychain.get('a')])
    expect(gets).toBe(1)
  })
})
