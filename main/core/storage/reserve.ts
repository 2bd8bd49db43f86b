// A deletion needs room itself, for the log of the database, and a stop must leave. On a full disk this file gives its
// room up for them.
import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import type { Layout } from './layout.ts'

export const reserveBytes = 2 * 1024 * 1024
/** Kept only where this much stays free, so that it never takes the last room of a disk. */
const leastFree = 16 * reserveBytes
const settleMs = 10_000
const againMs = 600_000

export interface Reserve {
  isThere(): boolean
  /** Gives the room up; false where there is none to give. */
  release(): boolean
  stop(): void
}

/** Keeps the file from soon on, and again some time after it was given up. */
export function keepReserve({ layout, clock, log }: { layout: Layout; clock: Clock; log: Log }): Reserve {
  let stop = clock.after(settleMs, keep)

  function keep(): void {
    stop = clock.after(againMs, keep)
    try {
      if (isThere()) return
      const { bavail, bsize } = statfsSync(layout.folder)
      if (bavail * bsize < leastFree) return
      // Noise, because some file systems store nothing for zeros.
      writeFileSync(layout.reserve, randomFillSync(new Uint8Array(reserveBytes)), { mode: 0o600 })
    } catch (error) {
      rmSync(layout.reserve, { force: true })
      log.write('warn', 'No room could be kept for stopping and deleting on a full disk.', { reason: messageOf(error) })
    }
  }

  const isThere = () => statSync(layout.reserve, { throwIfNoEntry: false })?.size === reserveBytes

  return {
    isThere,
    release() {
      try {
        if (!isThere()) return false
        rmSync(layout.reserve)
        log.write('info', 'The disk is full. The room kept for stopping and deleting was given up.')
        return true
      } catch {
        return false
      }
    },
    stop: () => stop(),
  }
}
