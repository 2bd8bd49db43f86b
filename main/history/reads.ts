// Reads on their way to the table. A read waits for no disk: it is noted in memory, and several are written in one commit within a second.
import { messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { HistorySettings } from '#contract/requests.ts'
import type { Redactor } from '../keychain/types.ts'
import { createIds } from '../ledger/ids.ts'
import type { Clock, Log } from '../ports.ts'
import type { NotedRead } from '../requests/types.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { longestAnswer, packed } from './packing.ts'

const writeMs = 1_000
const retryMs = 10_000
/** Noted reads that wait for a disk that can't take them; older ones are given up. */
const mostWaiting = 500

interface Waiting {
  id: string
  read: NotedRead
  answer: Promise<Buffer | undefined> | undefined
  /** As JSON. */
  head: string | null
}

export interface Reads {
  note(read: NotedRead, keep: HistorySettings['reads']): string
  /** Resolves once what was noted so far is on disk, or could not be put there, which is logged. */
  written(): Promise<void>
  stop(): Promise<void>
}

export interface ReadsParts {
  database: ProfileDatabase
  answers: KeptAnswers
  redactor: Pick<Redactor, 'json' | 'text'>
  clock: Clock
  log: Log
}

export function createReads({ database, answers, redactor, clock, log }: ReadsParts): Reads {
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
    const {
      at,
      operation,
      product,
      environment,
      outcome,
      status,
      requestId,
      durationMs,
      bytes,
      attempts,
      error,
      message,
      request,
    } = read
    return [
      id,
      at,
      operation,
      product,
      environment,
      outcome,
      status ?? null,
      requestId ?? null,
      Math.round(durationMs),
      bytes ?? null,
      attempts,
      error ?? null,
      message === undefined ? null : redactor.text(message),
      // It came redacted; whatever goes into a file goes through once more.
      JSON.stringify(redactor.json(request)),
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
    const rows = await Promise.all(batch.map(async (one) => ({ one, answer: await one.answer })))
    try {
      database.transaction(() => {
        for (const { one, answer } of rows) insert.run(...values(one, answer))
        answers.added(
          rows.reduce(
            (sum, { one, answer }) =>
              sum + (answer === undefined ? 0 : answer.length + Buffer.byteLength(one.head ?? '')),
            0,
          ),
        )
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

  /** Nothing where there is none, it is too long, or it can't be had any more: the read is kept all the same. */
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
    note(read, keep) {
      const id = nextId()
      waiting.push({ id, read, ...(keep === 'answers' ? pack(read) : withoutAnswer) })
      plan(writeMs)
      return id
    },
    written,
    async stop() {
      await written()
      stopped = true
      cancel?.()
    },
  }
}

const withoutAnswer = { answer: undefined, head: null }
