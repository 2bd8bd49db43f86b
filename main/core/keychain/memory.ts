import { defined } from '#contract/defined.ts'
import type { Clock, Log } from '../ports.ts'
import type { KeychainDriver } from './driver.ts'
import { createKeychain, type OpenedKeychain, type Selection } from './keychain.ts'

export function memoryDriver(): KeychainDriver {
  const values = new Map<string, string>()
  return {
    backend: 'memory',
    get: (account) => Promise.resolve(values.get(account) ?? null),
    set(account, value) {
      values.set(account, value)
      return Promise.resolve()
    },
    remove: (account) => Promise.resolve(values.delete(account)),
  }
}

export const memorySelection = (reason?: string): Selection => ({
  driver: memoryDriver(),
  meet: () => Promise.resolve('unlocked'),
  ...defined({ reason }),
})

/** For tests, and for systems without a keychain. */
export function createMemoryKeychain({
  clock,
  log,
  reason,
}: {
  clock: Clock
  log: Log
  reason?: string
}): OpenedKeychain {
  const selection = memorySelection(reason)
  return createKeychain({ clock, log, deadlineMs: 5_000, expected: 'memory', choose: () => Promise.resolve(selection) })
}
