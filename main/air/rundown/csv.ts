// Rundowns as CSV: a preview of what a file would bring, the cues it brings, and the export.
import { cutText } from '#contract/cut-text.ts'
import { isDeepStrictEqual } from 'node:util'
import { DeskError } from '#contract/errors.ts'
import {
  cueFields,
  type Cue,
  type CueField,
  type RowProblem,
  type RundownImportPreview,
} from '#contract/air/rundown.ts'
import { lengthIn, lengthOf, shownLength, timeOf, unitIn } from '#answers/cue-times.ts'
import { withFormulas, withoutFormulas } from '#answers/formulas.ts'
import { colourOf, flagOf, guessed, kindOf } from './csv-cells.ts'

/** A rundown has at most 500 cues. */
export const mostCues = 500
const longestText = 2_000_000
const mostColumns = 200
const shownCues = 50
const mostProblems = 100
const shownSamples = 3
const delimiters = [',', ';', '\t', '|']

type Row = RundownImportPreview['cues'][number]

export interface ReadFile {
  preview: RundownImportPreview
  /** All of the rundown after the import. */
  cues: Cue[]
}

/** Whether a column says which cue a row is. */
const isPlaced = (map: ReadonlyArray<CueField | null>): boolean => map.includes('title') || map.includes('id')

/**
 * `into` is what the rows are merged into by their ids. Without a column that says which cue a row is, none comes in: a
 * person has to say what the columns are. Throws DeskError `too_large`, `invalid_input`.
 */
export async function lookAtCsv(
  text: string,
  given: ReadonlyArray<CueField | null> | undefined,
  into: readonly Cue[],
): Promise<ReadFile> {
  if (text.length > longestText)
    throw new DeskError('too_large', 'A rundown is read from files of up to 2 MB.', {
      facts: { reason: 'file_too_large', mostBytes: longestText },
    })
  const { default: papa } = await import('papaparse')
  // A first line that tells the separator alone is written by some spreadsheets.
  const [told = '', separator] = /^\ufeff?(?:"?sep=(.)"?\r?\n)?/i.exec(text) ?? []
  const { data, errors, meta } = papa.parse<string[]>(text.slice(told.length), {
    skipEmptyLines: 'greedy',
    ...(separator === undefined ? { delimitersToGuess: delimiters } : { delimiter: separator }),
    preview: mostCues + 2,
  })
  const [names = [], ...rows] = data
  if (errors.some(({ type }) => type === 'Quotes') || names.length > mostColumns)
    throw new DeskError('invalid_input', 'This is no CSV file.', { facts: { reason: 'file_not_understood' } })
  if (rows.length === 0)
    throw new DeskError('invalid_input', 'The file has headings alone, or nothing.', {
      facts: { reason: 'file_without_rows' },
    })
  if (rows.length > mostCues)
    throw new DeskError('invalid_input', `A rundown has at most ${mostCues} cues.`, {
      facts: { reason: 'too_many_rows', most: mostCues },
    })
  const most = Math.min(mostColumns, Math.max(...data.map(({ length }) => length)))
  const headings = Array.from({ length: most }, (_, at) => cutText(oneLine(names[at] ?? ''), 200))
  const guess = given ?? guessed(headings)
  const map = headings.map((_, at) => guess[at] ?? null)
  const samples = rows.slice(0, shownSamples).map((row) => headings.map((_, at) => cutText(oneLine(row[at] ?? ''), 80)))
  return merged(
    isPlaced(map) ? rows : [],
    { headings, map, samples, rows: rows.length, delimiter: meta.delimiter },
    into,
  )
}

/** What was read, to be taken. Throws `invalid_input` where no column says which cue a row is. */
export function placed(read: ReadFile): ReadFile {
  const { headings, map } = read.preview
  if (!isPlaced(map))
    throw new DeskError('invalid_input', 'None of the columns is a title.', {
      facts: { reason: 'columns_not_known', headings: headings.slice(0, 20) },
    })
  return read
}

function merged(
  rows: readonly string[][],
  file: Pick<RundownImportPreview, 'headings' | 'map' | 'samples' | 'rows' | 'delimiter'>,
  into: readonly Cue[],
): ReadFile {
  const { headings, map } = file
  const units = headings.map(unitIn)
  const cues = [...into]
  const ids = new Set(into.map(({ id }) => id))
  const seen = new Set<string>()
  const counts = { added: 0, changed: 0, same: 0 }
  const shown: Row[] = []
  const problems: RundownImportPreview['problems'] = []
  let last = cues.length - 1
  for (const [at, cells] of rows.entries()) {
    const row = at + 2
    const found: RowProblem[] = []
    const note = (problem: RowProblem, cell: string): void => {
      found.push(problem)
      if (problems.length < mostProblems) problems.push({ row, problem, text: cutText(oneLine(cell), 80) })
    }
    const cell = (field: CueField): string | undefined => {
      const column = map.indexOf(field)
      if (column < 0) return undefined
      const text = withFormulas(cells[column] ?? '')
      if (!text.includes('\ufffd')) return text
      // What stood there was lost before the file came here.
      note('lost', text)
      return undefined
    }
    const named = idOf(cell('id'), seen, note)
    const place = named === undefined ? -1 : cues.findIndex(({ id }) => id === named)
    const before = place < 0 ? undefined : cues[place]
    const cue = patched(before ?? blank(named ?? free(ids, row)), cell, note, units[map.indexOf('duration')])
    const change = before === undefined ? 'added' : isDeepStrictEqual(before, cue) ? 'same' : 'changed'
    counts[change] += 1
    ids.add(cue.id)
    seen.add(cue.id)
    if (before === undefined) cues.splice((last += 1), 0, cue)
    else {
      cues[place] = cue
      last = place
    }
    shown.push({
      row,
      cue,
      change,
      problems: found,
      ...(change === 'changed' && before && { before: { ...before, steps: [] } }),
    })
  }
  if (cues.length > mostCues)
    throw new DeskError('invalid_input', `A rundown has at most ${mostCues} cues.`, {
      facts: { reason: 'too_many_rows', most: mostCues },
    })
  // A change that takes away what is there is seen, wherever in the file it stands.
  const first = shown.toSorted((a, b) => Number(b.change === 'changed') - Number(a.change === 'changed'))
  return { preview: { ...file, cues: first.slice(0, shownCues), ...counts, problems }, cues }
}

function idOf(
  cell: string | undefined,
  seen: ReadonlySet<string>,
  note: (problem: RowProblem, cell: string) => void,
): string | undefined {
  const id = oneLine(cell ?? '')
  if (id === '') return undefined
  if (id.length > 64) note('id', id)
  else if (seen.has(id)) note('id_twice', id)
  else return id
  return undefined
}

function free(ids: ReadonlySet<string>, row: number): string {
  for (let turn = 0; ; turn += 1) {
    const id = turn === 0 ? `row-${row}` : `row-${row}-${turn}`
    if (!ids.has(id)) return id
  }
}

const blank = (id: string): Cue => ({
  ...{ id, kind: 'cue', title: '', note: '', colour: 'grey', linked: false, skip: false, steps: [] },
})

/** Only what the file has a column for is changed; what can't be read stays as it was. */
function patched(
  before: Cue,
  cell: (field: CueField) => string | undefined,
  note: (problem: RowProblem, cell: string) => void,
  unit: number | undefined,
): Cue {
  const { at, durationMs, ...cue } = structuredClone(before)
  const text = (field: 'title' | 'note', most: number, shape: (given: string) => string): void => {
    const given = cell(field)
    if (given === undefined) return
    const whole = shape(given)
    if (whole.length > most) note('too_long', whole)
    cue[field] = cutText(whole, most)
  }
  function read<T>(
    field: 'at' | 'duration' | 'colour' | 'kind' | 'linked' | 'skip',
    as: (given: string) => T | undefined,
  ): T | undefined {
    const given = cell(field)
    if (given === undefined) return undefined
    const value = as(given)
    if (value === undefined) note(field, given)
    return value
  }
  text('title', 200, oneLine)
  text('note', 4_000, (given) => given.replaceAll('\0', '').replaceAll('\r\n', '\n').trim())
  cue.kind = read('kind', kindOf) ?? cue.kind
  if (cue.kind !== 'cue') cue.steps = []
  cue.colour = read('colour', colourOf) ?? cue.colour
  cue.linked = read('linked', flagOf) ?? cue.linked
  cue.skip = read('skip', flagOf) ?? cue.skip
  const time = read('at', timeOf) ?? at ?? ''
  const length = read('duration', (given) => (unit === undefined ? lengthOf(given) : lengthIn(given, unit)))
  const { steps, linked, skip, ...head } = cue
  const ms = length === undefined ? durationMs : length
  return {
    ...head,
    ...(time !== '' && { at: time }),
    ...(ms !== undefined && ms !== null && { durationMs: ms }),
    ...{ linked, skip, steps },
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** With a byte order mark, so that spreadsheets read UTF-8, and CRLF (RFC 4180). `lookAtCsv` reads every `sheet` again. */
export async function csvOf(
  cues: readonly Cue[],
  sheet: { delimiter: string; headings: readonly string[] } = { delimiter: ',', headings: cueFields },
): Promise<string> {
  const { default: papa } = await import('papaparse')
  const rows = cues.map((cue) => [
    ...[cue.id, cue.kind, cue.title, cue.at ?? '', cue.durationMs === undefined ? '' : shownLength(cue.durationMs)],
    ...[cue.linked ? 'yes' : 'no', cue.note, cue.colour, cue.skip ? 'yes' : 'no'],
  ])
  const all = [[...sheet.headings], ...rows]
  return `\ufeff${papa.unparse(
    all.map((row) => row.map((text, at) => withoutFormulas(text, at === 0 ? row.slice(1) : []))),
    { newline: '\r\n', delimiter: sheet.delimiter },
  )}\r\n`
}
