// The objects of an answer that speak of the request: the answer itself, its envelopes, and for a write its record.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { hasId, isFormal, isNamedAfter, nounOf, recordWrappers, sides, word, wrapperNames } from './names.ts'
import type { Asked } from './meaning.ts'
import { bare } from './rows.ts'
import { namesTrouble, type Level } from './signs.ts'
import { wordsOf } from './words.ts'

const deepest = 6
const mostParts = 2_000
/** No envelope has as many names: it is a map of records. */
const mostNames = 500

export function levelsOf(body: Json, { kind, resource }: Pick<Asked, 'kind' | 'resource'>, isMulti: boolean): Level[] {
  const noun = nounOf(resource)
  const reads = kind === 'read'
  const found: Level[] = []

  function walk(given: Json, depth: number, part: boolean): void {
    const value = isObject(given) ? bare(given) : given
    if (depth > deepest) return
    if (Array.isArray(value)) {
      if (reads && !isMulti) return
      const objects = value.slice(0, mostParts).filter(isObject)
      for (const one of objects) walk(one, depth + 1, objects.length > 1 || part)
      return
    }
    if (!isObject(value) || Object.keys(value).length > mostNames) return
    const isOwn = hasId(value, noun)
    const holdsList = !isOwn && Object.values(value).some(Array.isArray)
    const record = isRecordLike(value, noun) && !(reads && holdsList)
    // What a good reading shows of a record is the record's.
    const isRead = isOwn ? depth > 0 || record || 'status' in value : record && depth > 0
    if (reads && isRead && !isMulti) return
    found.push({ object: value, depth, record, side: false, part })
    const inner = Object.entries(value).filter(
      ([name, inside]) => typeof inside === 'object' && inside !== null && !namesTrouble(name),
    )
    const beyond = inner.filter(([name, inside]) => !isFormal(name) && !sides.has(word(name)) && holdsObjects(inside))
    for (const [name, inside] of inner) {
      if (isSide(name) && isObject(inside)) {
        found.push({ object: inside, depth, record: false, side: true, part })
        continue
      }
      const leads = wrapperNames.has(word(name)) || recordWrappers.includes(word(name)) || isNamedAfter(name, noun)
      const isOne = beyond.length === 1 && beyond[0]?.[0] === name
      const only =
        !isOwn &&
        (record
          ? isOne && !identifies(value, noun)
          : isOne || (!reads && isObject(inside) && beyond.some(([one]) => one === name)))
      if (isOwn && record && !isMulti) continue
      if (leads || only || isMulti) walk(inside, depth + 1, part)
    }
  }

  walk(body, 0, false)
  return found
}

/** An identifier under any name but a request's. */
export const identifies = (object: JsonObject, noun: string): boolean =>
  hasId(object, noun) ||
  Object.entries(object).some(([name, value]) => {
    const words = wordsOf(name)
    return (
      /^(?:id|uuid|guid|reference)$/.test(words.at(-1) ?? '') &&
      (typeof value === 'number' || (typeof value === 'string' && value !== '')) &&
      !isFormal(name) &&
      !/^(?:request|trace|correlation|span|session|client|log|error|event|job|task|queue|operation|batch)$/.test(
        words[0] ?? '',
      )
    )
  })

const holdsObjects = (value: Json): boolean =>
  (isObject(value) && Object.keys(value).length > 0) || (Array.isArray(value) && value.some(isObject))

/** Scalars beyond formalities and identifiers. */
function isRecordLike(object: JsonObject, noun: string): boolean {
  return Object.entries(object).some(
    ([name, value]) =>
      value !== null &&
      typeof value !== 'object' &&
      !isFormal(name) &&
      !isFormalWord(name) &&
      !namesTrouble(name) &&
      !(wordsOf(name).at(-1) === 'id' || wordsOf(name).at(-1) === 'uuid') &&
      !isNamedAfter(name, noun),
  )
}

const isFormalWord = (name: string): boolean =>
  wordsOf(name).some((one) =>
    /^(?:succe|fail|reject|declin|refus|denied$|ok$|okay$|status$|state$|code$|message|msg$|result$|errno$|retcode$|detail|title$|type$|typename$|reason$|description$|time|date$|trace|request|info$|ack|jsonrpc$|rpc$|version$|api$|server$|took$|elapsed|env$|locale$|lang)/.test(
      one,
    ),
  )

/** `meta`, `status: { code }`, `responseHeader`, `base_resp`. */
const isSide = (name: string): boolean =>
  /^(?:meta|metadata|head|header|status|state|resp|ack|envelope|outcome|info)$/.test(wordsOf(name).at(-1) ?? '') &&
  !wrapperNames.has(word(name))
