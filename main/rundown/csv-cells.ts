// The cells of a CSV file as parts of a cue, as people and spreadsheets write them in English and Spanish.
import type { Cue, CueField } from '#contract/air/rundown.ts'

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const headings: Record<CueField, readonly string[]> = {
  id: ['id', 'cue id', 'identifier', 'identificador'],
  kind: ['kind', 'type', 'tipo', 'clase'],
  title: ['title', 'titulo', 'name', 'nombre', 'item', 'segment', 'segmento', 'what', 'que'],
  at: [
    'at',
    'start',
    'time start',
    'start time',
    'time',
    'inicio',
    'hora',
    'hora inicio',
    'hora de inicio',
    'comienzo',
  ],
  duration: ['duration', 'length', 'dur', 'duracion', 'longitud', 'tiempo'],
  linked: ['linked', 'link', 'link start', 'follows', 'enlazado', 'vinculado', 'sigue'],
  note: ['note', 'notes', 'comment', 'comments', 'nota', 'notas', 'comentario', 'comentarios', 'observaciones'],
  colour: ['colour', 'color'],
  skip: ['skip', 'skipped', 'omit', 'saltar', 'omitir', 'omitido'],
}
/** A title, unless another column is one. */
const numbers: readonly string[] = ['cue', 'entrada', 'no', 'nr', 'number', 'numero']

/** For each heading what it is taken for; each field once. */
export function guessed(names: readonly string[]): Array<CueField | null> {
  const taken = new Set<CueField>()
  const map = names.map((name): CueField | null => {
    const folded = fold(name)
    const found = (Object.keys(headings) as CueField[]).find((field) => headings[field].includes(folded))
    if (found === undefined || taken.has(found)) return null
    taken.add(found)
    return found
  })
  const instead = names.findIndex((name) => numbers.includes(fold(name)))
  if (!taken.has('title') && instead >= 0 && map[instead] === null) map[instead] = 'title'
  return map
}

const colours: Record<Cue['colour'], readonly string[]> = {
  grey: ['grey', 'gray', 'gris', ''],
  blue: ['blue', 'azul'],
  teal: ['teal', 'cyan', 'turquoise', 'turquesa', 'cian'],
  green: ['green', 'verde'],
  amber: ['amber', 'yellow', 'orange', 'ambar', 'amarillo', 'naranja'],
  violet: ['violet', 'purple', 'violeta', 'morado', 'purpura'],
}
const yes = ['1', 'x', 'y', 'yes', 'true', 'on', 's', 'si', 'verdadero']
const no = ['', '0', 'n', 'no', 'false', 'off', 'falso']
const kinds: Record<Cue['kind'], readonly string[]> = {
  cue: ['cue', 'event', 'evento', 'entrada', ''],
  group: ['group', 'block', 'heading', 'grupo', 'bloque', 'titulo'],
  note: ['note', 'nota', 'comment', 'comentario'],
}

/** Undefined where a cell says none of them. */
const oneOf = <K extends string>(among: Record<K, readonly string[]>, text: string): K | undefined =>
  (Object.keys(among) as K[]).find((key) => among[key].includes(fold(text)))

export const colourOf = (text: string): Cue['colour'] | undefined => oneOf(colours, text)
export const kindOf = (text: string): Cue['kind'] | undefined => oneOf(kinds, text)
export function flagOf(text: string): boolean | undefined {
  const folded = fold(text)
  return yes.includes(folded) || (no.includes(folded) ? false : undefined)
}

/** `HH:MM:SS`, `` for none, undefined for what is no time of day. */
export function timeOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === '') return ''
  const found =
    /^(?:\d{4}-\d{2}-\d{2}[t ])?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(am|pm|a\.\s?m\.|p\.\s?m\.)?$/.exec(
      plain,
    )
  if (found === null) return undefined
  const [, given = '', minutes = '', seconds = '00', half] = found
  let hours = Number(given)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.startsWith('p') ? 12 : 0)
  }
  if (hours > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minutes}:${seconds}`
}

const unit: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000 }
const longestMs = 86_400_000

/** Milliseconds, null for none, undefined for what is no length: `5` and `5 min`, `4:30`, `1:04:30`, `1h 5m`. */
export function lengthOf(text: string): number | null | undefined {
  const plain = text.trim().toLowerCase().replace(',', '.')
  if (plain === '') return null
  const ms = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) * 60_000 : (clocked(plain) ?? worded(plain))
  return ms === undefined || ms > longestMs ? undefined : Math.round(ms)
}

function clocked(text: string): number | undefined {
  const found = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{2})(?:\.\d+)?$/.exec(text)
  if (found === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = found
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}

function worded(text: string): number | undefined {
  const part = /\s*(\d+(?:\.\d+)?)\s*(h|m|s)[a-z]*\.?\s*/gy
  let ms = 0
  let end = 0
  for (const match of text.matchAll(part)) {
    ms += Number(match[1]) * (unit[match[2] ?? ''] ?? 0)
    end = match.index + match[0].length
  }
  return end > 0 && end === text.length ? ms : undefined
}

/** As `lengthOf` reads it again. */
export function shownLength(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
