// Files that a person brought in are read in a thread of their own from 1 MiB on, one at a time: it can be ended in the
// middle of a parse, and whatever a file does to a parser, the desk goes on.
import { on } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DeskError } from '#contract/errors.ts'
import type { ReadDrafts } from '../../writing/drafts/files/import.ts'
import { readFile } from '../../writing/drafts/files/format.ts'
import type { ValueRedactor } from '../../core/keychain/redact.ts'
import { readTaught, type ReadTaught } from '../../platform/learned/teach/read.ts'
import { readProfileFile, type NumberedRecord, type ReadProfile } from '../../maintenance/profile-file/reader.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { readHere, type RundownReader } from '../../air/rundown/files.ts'
import type { Reading } from '../../core/types.ts'
import { workerUrl } from '../../core/worker-url.ts'
import type { FileJob, FileOrder, Said } from './file-work.ts'

const largeBytes = 1024 * 1024
/** A file that takes longer is given up: nobody may be there to cancel it. */
const longestMs = 120_000
/** What a parser may take; beyond it the thread ends, not the desk. */
const mostMemory = { maxOldGenerationSizeMb: 2_048 }

export interface FileReader {
  drafts: ReadDrafts
  rundown: RundownReader
  taught: ReadTaught
  profile: ReadProfile
  /** Ends what is read. */
  stop(): void
}

/** Each throws what its reader throws, and `cancelled`. */
export function createFileReader({
  redactor,
  operations,
  clock,
  log,
  start = (order) => new Worker(workerUrl(import.meta.url, 'large'), { workerData: order, resourceLimits: mostMemory }),
}: {
  redactor: Pick<ValueRedactor, 'holdsInName' | 'values'>
  operations: ReadonlyMap<string, Operation>
  clock: Pick<Clock, 'after'>
  log: Log
  start?: (order: FileOrder) => Worker
}): FileReader {
  const stopped = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  /** Waits for its turn; cancelled meanwhile, it never begins. */
  async function* said(job: FileJob, reading: Reading | undefined): AsyncGenerator<Said & { more: () => void }> {
    const before = last
    const turn = Promise.withResolvers<undefined>()
    last = before.then(() => turn.promise)
    const late = new AbortController()
    const signal = AbortSignal.any([stopped.signal, late.signal, ...(reading === undefined ? [] : [reading.signal])])
    let worker: Worker | undefined
    let cancelLate: (() => void) | undefined
    try {
      await Promise.race([before, aborted(signal)])
      signal.throwIfAborted()
      cancelLate = clock.after(longestMs, () => late.abort(notReadable()))
      const begun = start({ file: job, ...(job.kind === 'taught' && { secrets: redactor.values() }) })
      worker = begun
      begun.unref()
      for await (const [message] of on(begun, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Said]>)
        yield { ...message, more: () => begun.postMessage('more') }
      throw notReadable()
    } catch (error) {
      if (signal.aborted) throw signal.reason as Error
      if (error instanceof DeskError) throw error
      log.write('warn', 'The thread that read a file failed.', {
        kind: job.kind,
        reason: error instanceof Error ? error.name : 'unknown',
      })
      throw notReadable()
    } finally {
      cancelLate?.()
      await worker?.terminate()
      turn.resolve(undefined)
    }
  }

  async function* parts(job: FileJob, reading: Reading | undefined): AsyncGenerator<unknown[], unknown> {
    for await (const { share, part, done, error, more } of said(job, reading)) {
      if (share !== undefined) reading?.progress(share)
      if (error !== undefined) throw DeskError.fromShape(error)
      if (part !== undefined) {
        yield part
        more()
      }
      if (done !== undefined) return done.value
    }
    return undefined
  }

  async function whole<T>(job: FileJob, reading: Reading | undefined): Promise<T> {
    return (await parts(job, reading).next()).value as T
  }

  return {
    drafts: (text, reading) => (isLarge(text) ? whole({ kind: 'drafts', text }, reading) : readFile(text)),
    rundown: {
      csv: (text, map, into, reading) =>
        isLarge(text) ? whole({ kind: 'csv', text, map, into }, reading) : readHere.csv(text, map, into),
      content: (text, reading) => (isLarge(text) ? whole({ kind: 'rundown', text }, reading) : readHere.content(text)),
    },
    taught: (path, reading) =>
      statSync(path).size > largeBytes
        ? whole({ kind: 'taught', path }, reading)
        : readTaught(path, { operations, holdsInName: (name) => redactor.holdsInName(name) }),
    async *profile(path, reading) {
      if (statSync(path).size <= largeBytes) yield* readProfileFile(path, reading)
      else for await (const part of parts({ kind: 'profile', path }, reading)) yield* part as NumberedRecord[]
    },
    stop: () => stopped.abort(cancelled()),
  }
}

const isLarge = (text: string): boolean => Buffer.byteLength(text) > largeBytes

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))

const notReadable = (): DeskError =>
  new DeskError('invalid_input', 'This file could not be read.', {
    facts: { reason: 'file_not_readable', place: 'start' },
  })

/** Nothing was changed. */
export const cancelled = (): DeskError =>
  new DeskError('cancelled', 'The reading of the file was cancelled.', { facts: { reason: 'transfer_cancelled' } })
