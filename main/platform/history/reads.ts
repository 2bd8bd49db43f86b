// Reads wait in memory and are written together within a second, so that none waits for the disk.
import { messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { HistorySettings } from '#contract/requests.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { createIds } from '../ledger/ids.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { NotedRead } from '../requests/types.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { longestAnswer, packed } from './packing.ts'

const writeMs = 1_000
const retryMs = 10_000
/** While the disk fails, older reads are given up. */
const mostWaiting = 500

interface Waiting {
  id: string
  read: NotedRead
  answer: Promise<Buffer | undefined>
  head: string | null
}

export function createReads(parts: {
  database: ProfileDatabase
  answers: KeptAnswers
  redactor: Pick<Redactor, 'json' | 'text'>
  clock: Clock
  log: Log
}) {
  const { database, answers, redactor, clock, log } = parts
  const newest = database.statement('SELECT max(id) AS id FROM reads').get()?.id
  const nextId = createIds(() => clock.now(), typeof newest === 'string' ? newest : undefined)
  const insert = database.statement(
    `INSERT INTO reads (id, at, operation, product, environment, outcome, status, request_id, duration_ms, bytes, attempts, error, message, request, answer, head)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  let waiting: Waiting[] = []
  let writing = Promise.resolve()
  let cancel: (() => void) | undefined
  let stopped = false

  function values({ id, read, head }: Waiting, answer: Buffer | undefined): SqlValue[] {
    return [
      id,
      read.at,
      read.operation,
      read.product,
      read.environment,
      read.outcome,
      read.status ?? null,
      read.requestId ?? null,
      Math.round(read.durationMs),
      read.bytes ?? null,
      read.attempts,
      read.error ?? null,
      read.message === undefined ? null : redactor.text(read.message),
      // It came redacted; what goes into a file is redacted once more.
      JSON.stringify(redactor.json(read.request)),
      answer ?? null,
      answer === undefined ? null : head,
    ]
  }

  async function write(): Promise<void> {
    cancel?.()
    cancel = undefined
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    const packedAnswers = await Promise.all(batch.map(({ answer }) => answer))
    try {
      database.transaction(() => {
        let bytes = 0
        for (const [at, read] of batch.entries()) {
          const answer = packedAnswers[at]
          insert.run(...values(read, answer))
          if (answer !== undefined) bytes += answer.length + Buffer.byteLength(read.head ?? '')
        }
        answers.added(bytes)
      })
    } catch (error) {
      answers.changed()
      waiting = [...batch, ...waiting].slice(-mostWaiting)
      plan(retryMs)
      log.write('warn', 'Reads could not be put into the history and will be tried again.', {
        reads: batch.length,
        reason: messageOf(error),
      })
    }
  }
  const written = (): Promise<void> => (writing = writing.then(write))

  function plan(ms: number): void {
    if (cancel !== undefined || stopped) return
    cancel = clock.after(ms, () => {
      cancel = undefined
      void written()
    })
  }

  /** A read is kept even where its answer is missing, too long or unreadable. */
  function pack({ answer, head, bytes, operation }: NotedRead): Pick<Waiting, 'answer' | 'head'> {
    if (answer === undefined || (bytes ?? 0) > longestAnswer) return withoutAnswer
    const failed = (error: unknown) => {
      log.write('warn', 'An answer could not be kept in the history.', { operation, reason: messageOf(error) })
      return undefined
    }
    try {
      return {
        answer: packed(answer()).catch(failed),
        head: head === undefined ? null : JSON.stringify(redactor.json(head() as unknown as Json)),
      }
    } catch (error) {
      failed(error)
      return withoutAnswer
    }
  }

  return {
    note(read: NotedRead, keep: HistorySettings['reads']): string {
      const id = nextId()
      waiting.push({ id, read, ...(keep === 'answers' ? pack(read) : withoutAnswer) })
      plan(writeMs)
      return id
    },
    /** Resolves once all reads so far are on disk, or failed, which is logged. */
    written,
    async stop(): Promise<void> {
      await written()
      stopped = true
      cancel?.()
    },
  }
}

const withoutAnswer = { answer: Promise.resolve(undefined), head: null }
