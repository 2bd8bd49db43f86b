import type { VaultIndex } from '../../../../main/core/keychain/vault-index.ts'
import type { Clock, Log } from '../../../../main/core/ports.ts'

export interface CapturedLog extends Log {
  /** Every line as it would be written. */
  text(): string
}

export function captureLog(): CapturedLog {
  const lines: string[] = []
  return {
    write: (level, message, fields) => void lines.push(JSON.stringify({ level, message, ...fields })),
    text: () => lines.join('\n'),
  }
}

export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due, in order. */
  advance(ms: number): void
}

export function manualClock(): ManualClock {
  let now = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  let timers: Array<{ at: number; run: () => void }> = []
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [due] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (due === undefined) break
        timers = timers.filter((other) => other !== due)
        now = due.at
        due.run()
      }
      now = end
    },
  }
}

/** Lets everything that is ready to run run. */
export const settle = () => new Promise<void>((done) => setImmediate(done))

/** A vault index without a database. */
export function createMemoryVaultIndex(): VaultIndex {
  const owners = new Map<string, string>()
  return {
    add: (owner, reference) => void owners.set(reference, owner),
    remove: (reference) => void owners.delete(reference),
    list: (owner) => [...owners].filter(([, of]) => of === owner).map(([reference]) => reference),
    all: () => [...owners.keys()],
  }
}
