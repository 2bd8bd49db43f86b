import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { readJson } from '../../../core/json/scan.ts'

/** Throws `invalid_input` with line and column. */
export function parseJson(text: string): Json {
  const read = readJson(text)
  if ('json' in read) return read.json
  const place = `line ${read.fault.line}, column ${read.fault.column}`
  throw new DeskError('invalid_input', `This file is not JSON at ${place}.`, {
    facts: { reason: 'file_damaged', place },
    fields: [{ path: place, message: 'Not JSON', reason: 'not_json' }],
  })
}
