// JSON from a file that a person chose: what is wrong with it is said with line and column.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'

/** Throws DeskError `invalid_input` with the place. */
export function parseJson(text: string): Json {
  const failure = failureOf(text)
  if (failure === undefined) return JSON.parse(text) as Json
  const { line, column } = placeOf(text, failure.at ?? firstWrong(text))
  throw new DeskError(
    'invalid_input',
    `This file is not JSON: something is wrong in line ${line}, column ${column}. Nothing was taken from it, your drafts are as they were. Choose an undamaged file.`,
    {
      fields: [{ path: `line ${line}, column ${column}`, message: 'Not JSON' }],
    },
  )
}

function failureOf(text: string): { at: number | undefined } | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const at = /at position (\d+)/.exec(message)?.[1]
    if (at !== undefined) return { at: Number(at) }
    return { at: message.includes('end of JSON') ? text.length : undefined }
  }
}

/** The engine does not say where an unexpected token stands: it is where the shortest beginning ends that fails before its own end. */
function firstWrong(text: string): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    const failure = failureOf(text.slice(0, middle + 1))
    if (failure !== undefined && (failure.at === undefined || failure.at < middle + 1)) high = middle
    else low = middle + 1
  }
  return low
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
