// Reads and checks a profile file as a stream. Nothing of it may be used before its last line was read.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import type { z } from 'zod'
import { DeskError, type Facts } from '#contract/errors.ts'
import type { FieldReason } from '#contract/reasons.ts'
import type { Reading } from '../../core/types.ts'
import { fieldProblems } from '../../core/json/field-problems.ts'
import { fileFormat, fileLine, fileVersion, header, longestLine, type FileRecord } from './format.ts'

/** Other work has its turn between parts. */
const partBytes = 256 * 1024

/** The records of a file, in whatever thread it is read. */
export type ReadProfile = (path: string, reading?: Reading) => AsyncIterable<NumberedRecord>

export interface NumberedRecord {
  /** Counts from 1. */
  line: number
  /** Bytes of its line. */
  length: number
  record: FileRecord
}

/** Throws `invalid_input` with the line for a damaged, newer or foreign file. */
export async function* readProfileFile(
  path: string,
  reading?: Pick<Reading, 'progress'>,
): AsyncGenerator<NumberedRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const hash = createHash('sha256')
  let line = 0
  let records = 0
  let ended = false

  const { size } = statSync(path)
  let read = 0
  for await (const bytes of linesOf(path)) {
    line += 1
    read += bytes.length + 1
    reading?.progress(Math.min(1, read / size))
    if (ended) throw damaged(line, 'it goes on after its last line', 'after_end')
    const value = parse(bytes, line, decoder)
    if (line === 1) checkHeader(value)
    else {
      const parsed = fileLine.safeParse(value)
      if (!parsed.success) throw misshapen(line, parsed.error.issues)
      if (parsed.data.kind === 'end') {
        if (parsed.data.records !== records)
          throw damaged(line, 'records are missing', 'count_differs', {
            announced: parsed.data.records,
            found: records,
          })
        if (parsed.data.sha256 !== hash.digest('hex')) throw damaged(line, 'its checksum differs', 'checksum_differs')
        ended = true
        continue
      }
      records += 1
      yield { line, length: bytes.length, record: parsed.data }
    }
    hash.update(bytes)
    hash.update('\n')
  }
  if (line === 0) throw foreign()
  if (!ended) throw damaged(line, 'it was cut off', 'cut_off')
}

/** `facts.field` names the field that is wrong. */
export function damaged(line: number, message: string, reason?: FieldReason, facts: Facts = {}): DeskError {
  const path = `line ${line}`
  const place = facts.field === undefined ? path : `${path}, ${String(facts.field)}`
  return new DeskError('invalid_input', `The file is damaged at ${place}: ${message}.`, {
    facts: { reason: 'file_damaged', place },
    fields: [{ path, message, ...(reason !== undefined && { reason }), facts }],
  })
}

export function misshapen(line: number, issues: z.core.$ZodIssue[], within: readonly string[] = []): DeskError {
  const [{ path, message, reason, facts } = { path: '', message: 'not understood' }] = fieldProblems(issues)
  return damaged(line, message, reason, { ...facts, field: [...within, path].join('.') })
}

const foreign = (): DeskError =>
  new DeskError('invalid_input', 'This is no profile file of Showdesk.', {
    facts: { reason: 'file_foreign' },
    fields: [{ path: 'line 1', message: 'Not a profile file', reason: 'file_foreign' }],
  })

function checkHeader(value: unknown): void {
  const parsed = header.safeParse(value)
  if (parsed.success && parsed.data.version <= fileVersion) return
  const { format, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (format !== fileFormat) throw foreign()
  if (typeof version === 'number' && version > fileVersion) {
    throw new DeskError(
      'invalid_input',
      `A newer desk wrote this file (version ${version}, this desk reads ${fileVersion}).`,
      {
        facts: { reason: 'file_newer', version, newest: fileVersion },
        fields: [{ path: 'line 1', message: 'Too new', reason: 'too_large', facts: { max: fileVersion } }],
      },
    )
  }
  throw damaged(1, 'it is no header', 'header_differs')
}

function parse(bytes: Buffer, line: number, decoder: TextDecoder): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    if (line === 1) throw foreign()
    throw damaged(line, 'it is not JSON', 'not_json')
  }
}

/** Lines without their ends, and what follows the last end. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let waiting = 0
  let line = 0
  for await (const part of createReadStream(path, { highWaterMark: partBytes }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, from)) {
      line += 1
      yield rest.length === 0 ? part.subarray(from, end) : Buffer.concat([...rest, part.subarray(from, end)])
      rest = []
      waiting = 0
      from = end + 1
    }
    if (from < part.length) {
      rest.push(part.subarray(from))
      waiting += part.length - from
      if (waiting > longestLine)
        throw line === 0 ? foreign() : damaged(line + 1, 'it is too long', 'too_long', { max: longestLine })
    }
  }
  if (waiting > 0) yield Buffer.concat(rest)
}
