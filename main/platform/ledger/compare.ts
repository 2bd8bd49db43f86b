// Does the platform still have the copy that a draft started from? Pure. What can't be compared counts as changed, so that a person
// decides before anything is overwritten.
import { readAnswer } from '#answers/answer.ts'
import { inCamelCase, spelled } from '#answers/json.ts'
import { isObject, type Json } from '#contract/json.ts'
import { formerMask, mask } from '#contract/mask.ts'
import { holdsMask } from '#contract/masked.ts'
import { sorted, type Identity } from './identity.ts'
import { namedRecord } from './match.ts'

export interface Compared {
  /** `same`: every field of the copy is as the draft knew it, or already as it is sent. */
  verdict: 'same' | 'differs' | 'not_comparable'
  /** Dotted fields that differ. */
  fields: string[]
  /** The record in the answer, or the answer itself where none is recognised. */
  copy: Json
}

export interface Compares {
  answer: Json
  /** Noun of the resource. */
  noun: string
  identity: readonly Identity[]
  /** Dotted fields that count. */
  fields: readonly string[]
  /** The copy that the draft started from, what is sent now, and what the draft sent before: a field may equal any of them. */
  known: readonly Json[]
}

/** Compares field by field. Fields that the copy lacks or masks are left out; nothing, null and an empty text or list are equal. */
export function compareCopy({ answer, noun, identity, fields, known }: Compares): Compared {
  const find = (value: Json) => recordIn(value, noun, identity)
  const copy = find(answer)
  if (copy === undefined) return { verdict: 'not_comparable', fields: [], copy: answer }
  const records = known.map((value) =>
    fields.some((field) => spelled(value, field) !== undefined) ? value : (find(value) ?? value),
  )
  const shown = fields.filter((field) => spelled(copy, field) !== undefined)
  const different = shown.filter((field) => {
    const there = textOf(spelled(copy, field))
    return !records.some((record) => alike(textOf(spelled(record, field)), there))
  })
  if (shown.length === 0) return { verdict: 'not_comparable', fields: [], copy }
  return { verdict: different.length === 0 ? 'same' : 'differs', fields: different, copy }
}

function recordIn(answer: Json, noun: string, identity: readonly Identity[]): Json | undefined {
  const record = namedRecord({ noun, identity }, readAnswer(answer, { resource: noun, expect: 'record' }))
  return isObject(record) ? record : undefined
}

/** Whether two texts may be the same, where a mask in either stands for anything. */
function alike(known: string, there: string): boolean {
  if (known === there || holdsOnlyMask(known) || holdsOnlyMask(there)) return true
  return fits(there, known) || fits(known, there)
}

const holdsOnlyMask = (text: string): boolean => text === JSON.stringify(mask) || text === JSON.stringify(formerMask)

/** Whether a text has the pieces around the masks of another, in their order. */
function fits(masked: string, text: string): boolean {
  if (!holdsMask(masked)) return false
  const [first = '', ...rest] = masked.split(mask)
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > text.length - last.length) return false
    at = found + piece.length
  }
  return true
}

/** Equal for equal values, whatever the order and the spelling of the names in them. */
function textOf(value: Json | undefined): string {
  const blank = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return blank ? '' : JSON.stringify(sorted(inCamelCase({ value }).value ?? null))
}
