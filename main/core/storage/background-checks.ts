// The daily backup, and the full check of a large file.
import { Worker } from 'node:worker_threads'
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import { newestBackupTime } from './backups.ts'
import { makePrivate, type Layout } from './layout.ts'
import { isBusy } from './sqlite.ts'

const dayMs = 86_400_000
const settleMs = 10_000
const hourMs = 3_600_000

/** Makes a backup whenever the newest is older than a day. The answer stops it. */
export function keepBackups(options: {
  layout: Layout
  clock: Clock
  log: Log
  fresh: boolean
  backup: () => Promise<string>
}): () => void {
  const { layout, clock, log } = options
  const since = newestBackupTime(layout) ?? (options.fresh ? clock.now() : 0)
  // A backup with a future time says nothing, because the clock was wrong then or is now.
  let stop = plan(since > clock.now() ? hourMs : Math.max(settleMs, since + dayMs - clock.now()))

  function plan(ms: number): () => void {
    return clock.after(Math.min(ms, dayMs), () => {
      stop = plan(dayMs)
      options.backup().then(
        (file) => log.write('info', 'Profile backed up.', { file }),
        (error: unknown) =>
          log.write('warn', 'The daily backup of the profile failed.', {
            reason: messageOf(error),
          }),
      )
    })
  }
  return () => stop()
}

const checker = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const connection = new DatabaseSync(workerData, { readOnly: true, timeout: 2000 })
parentPort.postMessage(String(connection.prepare('PRAGMA integrity_check(1)').get().integrity_check))
connection.close()
`

/** Damage is repaired at the next start. The answer stops it. */
export function checkInThread(options: { layout: Layout; clock: Clock; log: Log; onDamage: () => void }): () => void {
  const { layout, clock, log } = options
  let worker: Worker | undefined
  const cancel = clock.after(settleMs, () => {
    worker = new Worker(checker, { eval: true, workerData: layout.database })
    worker.unref()
    worker.on('message', (verdict: unknown) => {
      if (verdict !== 'ok') damaged(String(verdict))
    })
    worker.on('error', (error: unknown) => {
      const reason = messageOf(error)
      if (isBusy(error))
        log.write('warn', 'The profile database could not be checked: another program holds it.', { reason })
      else damaged(reason)
    })
  })
  function damaged(reason: string): void {
    log.write('error', 'The profile database is damaged.', { reason })
    markSuspect(layout, log)
    options.onDamage()
  }
  return () => {
    cancel()
    void worker?.terminate()
  }
}

/** Asks the next start for the full check. Never throws, since another error is being reported. */
export function markSuspect(layout: Layout, log: Log): void {
  try {
    makePrivate(layout.suspect)
  } catch (error) {
    log.write('warn', 'The next start could not be asked to check the profile.', {
      reason: messageOf(error),
    })
  }
}
