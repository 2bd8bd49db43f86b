// What must happen to a profile but not while the desk starts: the daily backup, and the full check of a large file.
import { Worker } from 'node:worker_threads'
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import { newestBackupTime } from './backups.ts'
import type { Layout } from './layout.ts'
import { makePrivate } from './layout.ts'
import { isBusy } from './sqlite.ts'

const dayMs = 86_400_000
const settleMs = 10_000
const hourMs = 3_600_000

/** Makes a backup whenever the newest is older than a day; `opened` counts as one for a new profile. Answers how to stop. */
export function keepBackups(options: {
  layout: Layout
  clock: Clock
  log: Log
  fresh: boolean
  backup: () => Promise<string>
}): () => void {
  const { layout, clock, log } = options
  const since = newestBackupTime(layout) ?? (options.fresh ? clock.now() : 0)
  // A newest backup of a time to come says nothing of when it was made: the clock was ahead then, or is behind now.
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

/** Checks the open database in a thread of its own. Damage is told to `onDamage` and mended at the next start. Answers how to stop. */
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

/** Asks the next start for the full check; a disk that can't even take this must not hide what was being told. */
export function markSuspect(layout: Layout, log: Log): void {
  try {
    makePrivate(layout.suspect)
  } catch (error) {
    log.write('warn', 'The next start could not be asked to check the profile.', {
      reason: messageOf(error),
    })
  }
}
