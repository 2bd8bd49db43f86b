// Whether a person waits for what the keychain is asked for. Only then may the system put up its question: one that comes by
// itself lies over the broadcast. A press allows one question; nothing that is left to run after it may ask.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Permit {
  mayAsk: boolean
}

const permits = new AsyncLocalStorage<Permit>()

/** Runs what a person pressed. */
export function askedByPerson<T>(run: () => Promise<T>): Promise<T> {
  const permit: Permit = { mayAsk: true }
  return permits.run(permit, () => run().finally(() => (permit.mayAsk = false)))
}

/** Runs what needs no answer of the keychain, whoever pressed. */
export const withoutAsking = <T>(run: () => T): T => permits.run({ mayAsk: false }, run)

/** Of who asks now; the desk itself has none. */
export const permitNow = (): Permit | undefined => permits.getStore()
