// The cells of a CSV file as parts of a cue, as people and spreadsheets write them in English and Spanish.
import type { Cue, CueField } from '#contract/air/rundown.ts'
import { folded } from '#contract/folding.ts'

/** Without what stands in brackets, as units do. */
const fold = (text: string): string =>
  folded(text)
    .replace(/[([{][^)\]}]*[)\]}]?/g, ' ')
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
  skip: ['skip', 'skipped', 'omit', 'saltar', 'omitir', 'omitido', 'se omite'],
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
