// What nobody caught. The desk goes on: a show depends on it, and what is in its ledger is on disk. Where it keeps
// happening the backend is opened anew; the desk ends only where that does not help and nothing is on air.
import type { Clock, Log } from '../core/ports.ts'
import type { App } from '../core/types.ts'

/** So many within so long are no single accident. */
const many = { most: 3, withinMs: 60_000 }
/** Then opening anew does not help. */
const restarts = { most: 3, withinMs: 300_000 }

export type Fallible = Pick<App, 'fault' | 'isNeeded' | 'reopen'>

export interface Uncaught {
  caught(error: unknown): void
  /** From here on nothing that nobody caught ends this process. */
  watch(host: Pick<NodeJS.Process, 'on'>): void
}

/** `end` closes the desk with a message to the person. */
export function createUncaught(parts: { app: Fallible; clock: Clock; log: Log; end: () => void }): Uncaught {
  const { app, clock, log, end } = parts
  const faults = createCount(many, clock)
  const reopened = createCount(restarts, clock)
  let reopening = false
  let ending = false

  async function again(): Promise<void> {
    reopening = true
    try {
      await app.reopen()
    } catch (error) {
      log.write('error', 'The desk could not be opened anew.', { reason: nameOf(error) })
    }
    faults.forget()
    reopening = false
  }

  function mayBeNeeded(): boolean {
    try {
      return app.isNeeded()
    } catch {
      return true
    }
  }

  function caught(error: unknown): void {
    try {
      app.fault(error)
      if (!faults.add() || reopening || ending) return
      if (!reopened.add()) return void again()
      if (mayBeNeeded()) return
      ending = true
      end()
    } catch (failure) {
      log.write('error', 'A fault could not be told.', { reason: nameOf(failure) })
    }
  }

  return {
    caught,
    watch(host) {
      host.on('uncaughtException', caught)
      host.on('unhandledRejection', caught)
    },
  }
}

/** Answers whether there were more than the most. */
function createCount({ most, withinMs }: { most: number; withinMs: number }, clock: Clock) {
  let at: number[] = []
  return {
    add(): boolean {
      const now = clock.monotonic?.() ?? clock.now()
      at = [...at.filter((time) => now - time < withinMs), now].slice(-most - 1)
      return at.length > most
    },
    forget: () => void (at = []),
  }
}

/** A message may hold anything. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
