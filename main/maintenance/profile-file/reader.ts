// Reads a profile file as a stream and checks it on the way: nothing of it may be believed before the last line has been read.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { DeskError } from '#contract/errors.ts'
import { fileFormat, fileLine, fileVersion, header, longestLine } from './format.ts'
import type { FileRecord } from './format.ts'

/** Read in parts of so many bytes; other work has its turn between them. */
const partBytes = 256 * 1024

export interface NumberedRecord {
  /** Counts from 1. */
  line: number
  record: FileRecord
}

/** Yields every record between the first and the last line. Throws DeskError `invalid_input` with the line where the file is damaged, newer or none of the desk's. */
export async function* readProfileFile(path: string): AsyncGenerator<NumberedRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const hash = createHash('sha256')
  let line = 0
  let records = 0
  let ended = false

  for await (const bytes of linesOf(path)) {
    line += 1
    if (ended) throw damaged(line, 'it goes on after its last line')
    const value = parse(bytes, line, decoder)
    if (line === 1) checkHeader(value)
    else {
      const parsed = fileLine.safeParse(value)
      if (!parsed.success) throw damaged(line, wrongShape(parsed.error.issues))
      if (parsed.data.kind === 'end') {
        if (parsed.data.records !== records)
          throw damaged(line, `${parsed.data.records} records are announced and ${records} are there`)
        if (parsed.data.sha256 !== hash.digest('hex'))
          throw damaged(line, 'its checksum is another one, so something in the file was changed')
        ended = true
        continue
      }
      records += 1
      yield { line, record: parsed.data }
    }
    hash.update(bytes)
    hash.update('\n')
  }
  if (line === 0) throw foreign()
  if (!ended) throw damaged(line, 'the file ends here without its last line, so it was cut off')
}

export function damaged(line: number, what: string): DeskError {
  return new DeskError('invalid_input', `The file is damaged at line ${line}: ${what}.`, {
    facts: { reason: 'profile_file_damaged', line },
  })
}

const foreign = (): DeskError =>
  new DeskError('invalid_input', 'This is no profile file of Showdesk.', { facts: { reason: 'not_a_profile_file' } })

function checkHeader(value: unknown): void {
  const parsed = header.safeParse(value)
  if (parsed.success && parsed.data.version === fileVersion) return
  const { format, version } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  if (format !== fileFormat) throw foreign()
  if (typeof version === 'number' && version > fileVersion) {
    throw new DeskError(
      'invalid_input',
      `The file is of version ${version} of the format; this desk reads version ${fileVersion}.`,
      { facts: { reason: 'profile_file_too_new', version, readable: fileVersion } },
    )
  }
  throw damaged(1, 'the first line is not as it should be')
}

function parse(bytes: Buffer, line: number, decoder: TextDecoder): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    if (line === 1) throw foreign()
    throw damaged(line, 'it is not JSON')
  }
}

function wrongShape(issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>): string {
  const [first] = issues
  const path = first?.path.join('.') ?? ''
  return `${path === '' ? 'the record' : path}: ${first?.message ?? 'not understood'}`.replace(/\.$/, '')
}

/** Lines without their ends; what stands after the last end is a line where it is not empty. */
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
        throw line === 0 ? foreign() : damaged(line + 1, `the line is longer than ${longestLine / 1024 / 1024} MiB`)
    }
  }
  if (waiting > 0) yield Buffer.concat(rest)
}
