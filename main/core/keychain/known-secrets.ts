// The desk learns every stored secret as soon as the keychain can be read, and again after it was locked; `onKnown` is
// called when what was saved before is to be checked.
import { messageOf } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Clock, Keychain, Log } from '../ports.ts'

export function listeningKeychain(keychain: Keychain): {
  keychain: Keychain
  onAnswer: (listener: () => void) => void
} {
  const listeners = createListeners<[]>()
  const heard = async <T extends { outcome: string }>(call: Promise<T>): Promise<T> => {
    const result = await call
    if (result.outcome === 'found') listeners.emit()
    return result
  }
  const listening: Keychain = {
    get backend() {
      return keychain.backend
    },
    get reason() {
      return keychain.reason
    },
    ...(keychain.ready !== undefined && { ready: () => keychain.ready?.() ?? Promise.resolve() }),
    ...(keychain.onUnlocked !== undefined && { onUnlocked: (listener) => keychain.onUnlocked?.(listener) }),
    get: (account) => heard(keychain.get(account)),
    set: (account, value) => heard(keychain.set(account, value)),
    remove: (account) => heard(keychain.remove(account)),
  }
  return { keychain: listening, onAnswer: listeners.add }
}

/** So that what a person asked for goes first. */
const soonMs = 100

export function watchKnownSecrets(parts: {
  clock: Clock
  log: Log
  learn: ReadonlyArray<() => Promise<boolean>>
  onAnswer: (listener: () => void) => void
  onKnown: () => void
}) {
  const { clock, log, learn, onKnown } = parts
  let state: 'waiting' | 'learning' | 'complete' | 'stopped' = 'waiting'
  let cancel: (() => void) | undefined

  async function run(): Promise<void> {
    cancel = undefined
    if (state !== 'waiting') return
    state = 'learning'
    let done = true
    try {
      for (const one of learn) if (done) done = await one()
    } catch (error) {
      done = false
      log.write('warn', 'The stored secrets could not be read yet.', {
        reason: messageOf(error),
      })
    }
    // It may have been stopped while the keychain was asked.
    if ((state as string) === 'stopped') return
    state = done ? 'complete' : 'waiting'
    if (done) onKnown()
  }
  const plan = (ms: number) => {
    if (state === 'waiting') cancel ??= clock.after(ms, () => void run())
  }
  parts.onAnswer(() => plan(soonMs))

  return {
    complete: () => state === 'complete',
    start: () => plan(0),
    stop() {
      state = 'stopped'
      cancel?.()
    },
  }
}
