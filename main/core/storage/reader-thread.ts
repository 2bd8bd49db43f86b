// Runs long reads in a thread, so that a search does not delay commands.
import { Worker } from 'node:worker_threads'
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import type { SqlValue } from './types.ts'

type Row = Record<string, SqlValue>

/** The thread ends after this time without a query. */
const idleMs = 60_000

const reader = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const connection = new DatabaseSync(workerData, { readOnly: true, timeout: 2000 })
connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
const statements = new Map()
parentPort.on('message', ({ id, sql, values }) => {
  try {
    if (!statements.has(sql)) statements.set(sql, connection.prepare(sql))
    parentPort.postMessage({ id, rows: statements.get(sql).all(...values) })
  } catch (error) {
    parentPort.postMessage({ id, reason: error instanceof Error ? error.message : String(error) })
  }
})
`

interface ReaderThread {
  /** The rows as of the last commit; undefined where the thread failed and the caller must query by itself. */
  all(sql: string, values: readonly SqlValue[]): Promise<Row[] | undefined>
  stop(): void
}

/** The database `file` must stay in place until `stop`. */
export function createReaderThread({ file, clock, log }: { file: string; clock: Clock; log: Log }): ReaderThread {
  const waiting = new Map<number, (rows: Row[] | undefined) => void>()
  let worker: Worker | undefined
  let lastId = 0
  let cancelIdle: (() => void) | undefined

  function stop(): void {
    cancelIdle?.()
    void worker?.terminate()
    worker = undefined
    for (const done of waiting.values()) done(undefined)
    waiting.clear()
  }

  function begin(): Worker {
    const begun = new Worker(reader, { eval: true, workerData: file })
    begun.unref()
    begun.on('message', ({ id, rows, reason }: { id: number; rows?: Row[]; reason?: string }) => {
      if (reason !== undefined)
        log.write('warn', 'A read beside the main connection failed; it is made there.', { reason })
      waiting.get(id)?.(rows)
      waiting.delete(id)
      if (waiting.size === 0) cancelIdle = clock.after(idleMs, stop)
    })
    begun.on('error', (error: unknown) => {
      if (worker !== begun) return
      log.write('warn', 'The thread for long reads failed; they are made in main until it begins anew.', {
        reason: messageOf(error),
      })
      stop()
    })
    return begun
  }

  return {
    all(sql, values) {
      cancelIdle?.()
      worker ??= begin()
      const id = (lastId += 1)
      const { promise, resolve } = Promise.withResolvers<Row[] | undefined>()
      waiting.set(id, resolve)
      worker.postMessage({ id, sql, values })
      return promise
    },
    stop,
  }
}
