// Flags, members that name an error, and codes of one object, whatever they are called and of whatever type they are.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { spelled } from './json.ts'
import type { Asked } from './meaning.ts'
import { isFormal, isNamedAfter, nounOf } from './names.ts'
import { saysNone, senseOfSentence, senseOfWord, wordsOf } from './words.ts'

/** An object of an answer that speaks of the request. */
export interface Level {
  object: JsonObject
  depth: number
  /** Has fields of its own beyond what every envelope has. */
  record: boolean
  /** Beside the data: `meta`, `responseHeader`. */
  side: boolean
  /** One of several: of a batch, of a 207. */
  part: boolean
}

export interface Signs {
  refused: boolean
  /** `deleted: false`: a refusal where no status word says otherwise. */
  doubted: boolean
  /** A flag that says so, not merely the absence of an error. */
  done: boolean
  waiting: boolean
  /** The platform failed by itself, which refuses nothing. */
  broke: boolean
}

const trouble =
  /error|failure|exception|violation|^errs?$|^err(?:no|msg|code|desc|info|text)$|^faults?$|^problems?$|^rejections?$|^declined?$/
/** Of an error's name: what is no error itself. */
const aboutTrouble =
  /^(?:ur[il]s?|links?|page|callback|redirect|handler|template|colou?r|policy|rate|threshold|action|webhook|correction|email|mode|log|level|budget|tolerance|support|report|reporting|counts?|total)$/

/** Of an event's handler, or of another time. */
const notNow = /^(?:on|last|latest|previous|prev|recent|past)$/

/** `errors`, `userErrors`, `failure_reason`, `ErrorCode`. */
export function namesTrouble(name: string): boolean {
  const words = wordsOf(name)
  return (
    words.some((one) => trouble.test(one)) && !aboutTrouble.test(words.at(-1) ?? '') && !notNow.test(words[0] ?? '')
  )
}

/** Whatever a member that names an error holds: whether it holds one. */
export function holdsTrouble(value: Json, depth = 0): boolean {
  if (value === null || value === false || depth > 6) return false
  if (value === true) return true
  if (typeof value === 'number') return value !== 0 && value !== 200
  if (typeof value === 'string')
    return !saysNone(value) && !/^(?:200|0+)$/.test(value.trim()) && senseOfSentence(value) !== 'done'
  if (Array.isArray(value)) return value.some((one) => holdsTrouble(one, depth + 1))
  const entries = Object.entries(value)
  const codes = entries.filter(([name]) => /^(?:code|errno|status|number|no)$/.test(wordsOf(name).at(-1) ?? ''))
  // `{ code: 0, message: 'success' }` is how some say that there is none.
  if (codes.length > 0 && codes.every(([, one]) => !holdsTrouble(one, depth + 1)))
    return entries.some(([name, one]) => !codes.some(([own]) => own === name) && isObjectTrouble(one, depth))
  return entries.some(([, one]) => holdsTrouble(one, depth + 1))
}

const isObjectTrouble = (value: Json, depth: number): boolean =>
  typeof value === 'string'
    ? senseOfSentence(value) === 'refused'
    : typeof value === 'object' && holdsTrouble(value, depth + 1)

/** What one object of an answer says, its own status word aside. */
export function readSigns({ object, depth, record, side }: Level, asked: Asked): Signs {
  const signs: Signs = { refused: false, doubted: false, done: false, waiting: false, broke: false }
  const reads = asked.kind === 'read'
  // A record may have any field; what was sent comes back as it was.
  const isOwn = (name: string, value: Json): boolean => isObject(asked.sent) && isSame(spelled(asked.sent, name), value)
  for (const [name, value] of Object.entries(object)) {
    if (value === null || isOwn(name, value)) continue
    const words = wordsOf(name)
    if (notNow.test(words[0] ?? '')) continue
    if (namesTrouble(name)) {
      if ((!record || depth === 0 || !reads || words.length === 1) && holdsTrouble(value)) signs.refused = true
      if (isBroken(value)) signs.broke = true
      continue
    }
    const flag = flagOf(words, value, asked, record)
    if (flag === 'yes') signs.done = true
    if (flag === 'no') signs.refused = true
    if (flag === 'perhaps') signs.doubted = true
    if (flag === 'later' || (!record && isJob(words))) signs.waiting = true
    // `failed: [{ id, reason }]` of a batch, and a sentence that names a problem beside an identifier.
    const isListed = Array.isArray(value) && value.length > 0 && words.some((one) => negative.test(one))
    if (!reads && isListed) signs.refused = true
    const isSaid = typeof value === 'string' && /^(?:message|msg)$/.test(words.at(-1) ?? '')
    if (!reads && isSaid && senseOfSentence(value) === 'refused') signs.doubted = true
    if (words.join('') === 'timedout' && value === true) signs.refused = signs.broke = true
    const code = codeOf(words, value, record, side)
    if (code === undefined) continue
    if (code === 'failed') signs.refused = true
    else if (code === 'broke') signs.refused = signs.broke = true
    else if (code === 'other' && saysTroubleBeside(object)) signs.refused = true
  }
  if (isErrorByType(object)) signs.refused = true
  const alone = !signs.refused && !signs.done ? sentenceAlone(object) : 'unknown'
  if (alone === 'refused') signs.refused = true
  if (alone === 'done') signs.done = true
  if (reads && depth === 0 && !record && saysFailedStatus(object)) signs.refused = true
  return signs
}

const isSame = (a: Json | undefined, b: Json): boolean => a !== undefined && JSON.stringify(a) === JSON.stringify(b)

const strong = /succe|^(?:is|was|all)?ok(?:ay)?$/
const weak =
  /^(?:approved|accepted|valid|allowed|permitted|executed|performed|applied|acknowledged|ack|granted|authori[sz]ed)$/
const finished = /^(?:done|completed?|finished|processed|ready)$/
const negative = /^(?:un|in)succe|^(?:fail|err|reject|declin|den(?:y|ied)|refus|invalid|forbidden|unauthori)/
/** At the end of a flag's name: then it is a figure or a text. */
const figure =
  /^(?:count|counts|rate|ur[il]s?|total|num|number|at|on|date|time|message|msg|text|page|redirect|id|ids|ratio|percent|by|reason|code|color|action)$/
const answers = /^(?:status|result|ack|response|data|payload|outcome)$/

/** A flag in any spelling and type: `success: "false"`, `isOk: 0`, `deleted: true`. */
function flagOf(
  words: readonly string[],
  value: Json,
  asked: Asked,
  record: boolean,
): 'yes' | 'no' | 'perhaps' | 'later' | undefined {
  const last = words.at(-1) ?? ''
  const reads = asked.kind === 'read'
  if (figure.test(last)) {
    const counts = /^(?:counts?|total|num|number)$/.test(last) && words.some((one) => negative.test(one))
    return counts && !reads && typeof value === 'number' && value > 0 ? 'no' : undefined
  }
  const says = truthOf(value)
  const isNegative = words.some((one) => negative.test(one))
  if (!isNegative && words.some((one) => strong.test(one))) {
    if (says !== undefined) return says === /^(?:not|no|un)$/.test(words[0] ?? '') ? 'no' : 'yes'
    return typeof value === 'string' && senseOfSentence(value) === 'refused' ? 'no' : undefined
  }
  if (words.length === 1 && answers.test(last) && typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isNegative) {
    if (typeof value === 'string' && says === undefined) return !record && !saysNone(value) ? 'no' : undefined
    return says === true && !(reads && typeof value === 'number') ? 'no' : undefined
  }
  if (reads || says === undefined) return undefined
  if (isOfEnd(words, asked)) return says ? 'yes' : 'perhaps'
  if (words.some((one) => weak.test(one)))
    return says ? 'yes' : !record || asked.kind === 'act' || asked.risk === 'money' ? 'perhaps' : undefined
  return words.some((one) => finished.test(one)) ? (says ? 'yes' : 'later') : undefined
}

/** `deleted`, `refunded`, `deleteTemplate`: never `refundable` or `cancelAtPeriodEnd`. */
function isOfEnd(words: readonly string[], { ends, resource }: Asked): boolean {
  const [first = '', second, ...more] = words.filter((one) => !/^(?:is|was|has)$/.test(one))
  return (
    more.length === 0 &&
    !/(?:able|s)$/.test(first) &&
    ends.some((stem) => first.startsWith(stem)) &&
    (second === undefined || isNamedAfter(second, nounOf(resource)) || second === 'count')
  )
}

/** `jobId`: somebody works on it. */
const isJob = (words: readonly string[]): boolean =>
  words.length === 2 &&
  words[1] === 'id' &&
  /^(?:job|task|queue|operation|workflow|batch|process)$/.test(words[0] ?? '')

/** Undefined for what is no truth value. */
function truthOf(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 0) return false
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 ? true : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase()
  if (/^(?:true|yes|y|1|t|on|ok|success(?:ful)?|succeeded)$/.test(text)) return true
  return /^(?:false|no|n|0|f|off|fail(?:ed|ure)?|error|ko|nok)$/.test(text) ? false : undefined
}

/** A code of HTTP's kind, of an error, or another that only the words beside it explain. */
function codeOf(
  words: readonly string[],
  value: Json,
  record: boolean,
  side: boolean,
): 'ok' | 'failed' | 'broke' | 'other' | undefined {
  const last = words.at(-1) ?? ''
  if (!/^(?:code|status|errno|errcode|retcode|ret|rc|no)$/.test(last)) return undefined
  const isStatus = last === 'status' || words.some((one) => /^(?:http|status|response|result)$/.test(one))
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const http = /^(?:HTTP\/[\d.]+\s+)?([1-5]\d\d)(?:\s+[A-Za-z ]+)?$/i.exec(text)?.[1]
  if (http !== undefined && (!record || isStatus || side)) {
    const digits = Number(http)
    if (digits >= 500) return 'broke'
    return digits >= 400 ? 'failed' : digits >= 200 && digits < 300 ? 'ok' : 'other'
  }
  if (record && !side && !words.some((one) => one !== last && /^(?:err|ret|result|response)/.test(one)))
    return undefined
  if (last === 'no' && words.length === 1) return undefined
  if (/^0+$/.test(text)) return last === 'status' ? 'other' : 'ok'
  if (/^-?\d+$/.test(text)) return last === 'errno' || last === 'errcode' ? 'failed' : 'other'
  if (typeof value !== 'string' || last === 'status' || text === '') return undefined
  const sense = senseOfWord(value)
  return sense === 'refused' ? 'failed' : sense === 'done' ? 'ok' : sense === 'unknown' ? 'other' : undefined
}

const isBroken = (value: Json): boolean =>
  [value, ...(isObject(value) ? Object.values(value) : [])].some(
    (one) => (typeof one === 'number' || typeof one === 'string') && /^5\d\d$/.test(String(one)),
  )

const messageName = /^(?:message|messages|msg|detail|details|reason|description|title|text|info|desc)$/
const sentencesOf = (object: JsonObject): string[] =>
  Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'string' && messageName.test(wordsOf(name).at(-1) ?? '') ? [value] : [],
  )

/** `code: 40013` with a sentence and no data. */
function saysTroubleBeside(object: JsonObject): boolean {
  const sentences = sentencesOf(object)
  const holds = Object.entries(object).some(([name, value]) => !messageName.test(name) && isFull(value))
  if (sentences.some((text) => senseOfSentence(text) === 'refused')) return true
  return !holds && sentences.some((text) => senseOfSentence(text) === 'unknown' && !saysNone(text))
}

/** What a sentence says beside which nothing stands. */
function sentenceAlone(object: JsonObject): ReturnType<typeof senseOfSentence> {
  const isAlone = Object.entries(object).every(
    ([name, value]) =>
      !isFull(value) &&
      (value === null ||
        typeof value === 'object' ||
        isFormal(name) ||
        messageName.test(wordsOf(name).at(-1) ?? '') ||
        /^request/.test(wordsOf(name)[0] ?? '')),
  )
  if (!isAlone) return 'unknown'
  const senses = sentencesOf(object).map(senseOfSentence)
  return senses.find((sense) => sense === 'refused') ?? senses.find((sense) => sense === 'done') ?? 'unknown'
}

function isFull(value: Json, depth = 0): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (!isObject(value)) return false
  return (
    depth > 6 || Object.values(value).some((one) => one !== null && (typeof one !== 'object' || isFull(one, depth + 1)))
  )
}

/** `__typename: 'PaymentDeclinedError'`, `object: 'error'`. */
const isErrorByType = (object: JsonObject): boolean =>
  Object.entries(object).some(
    ([name, value]) =>
      typeof value === 'string' &&
      /^(?:type|typename|kind|object|class|level|severity|event)$/.test(wordsOf(name).at(-1) ?? '') &&
      /^(?:error|failure|exception|fault|fatal|problem)$/.test(wordsOf(value).at(-1) ?? ''),
  )

/** An answer's own status word beside its data or a sentence: `{ status: 'error', message }`. */
function saysFailedStatus(object: JsonObject): boolean {
  const failed = Object.entries(object).some(
    ([name, value]) =>
      typeof value === 'string' &&
      /^(?:status|state|result|outcome|ack)$/.test(wordsOf(name).at(-1) ?? '') &&
      senseOfWord(value) === 'refused',
  )
  return failed && (sentencesOf(object).length > 0 || Object.values(object).some((one) => typeof one === 'object'))
}
