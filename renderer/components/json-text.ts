/** A place in a text, both counted from 1. */
export interface TextPlace {
  line: number
  column: number
}

/** Line and column of a character offset. */
export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

export type ParsedJson = { ok: true; value: unknown } | { ok: false; message: string; offset?: number }

/** Reads JSON as a person wrote it; the offset of the mistake where the engine names it. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const found = /position (\d+)/.exec(message)
    const offset = found ? Number(found[1]) : /end of JSON/i.test(message) ? text.length : undefined
    const plain = message
      .replace(/,? ?(\.\.\.)?".*" is not valid JSON$/s, '')
      .replace(/ (in JSON )?at position.*$/s, '')
    return { ok: false, message: plain, ...(offset === undefined ? {} : { offset }) }
  }
}
