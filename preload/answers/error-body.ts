// The useful sentence of an error, the fields that it is about, its code and request. No shape is specified, so it is read by a rule:
// the most telling text at the place that names a problem, the specific before the general. Pure; `body` is redacted.
import { defined } from '#contract/defined.ts'
import { platformErrorCodes, type ErrorCode, type FieldProblem } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { spelled } from './json.ts'
import { wordsOf } from './words.ts'

export interface ErrorBody {
  code?: ErrorCode
  message?: string
  requestId?: string
  /** The status of HTTP's kind that the body names, from 400. */
  status?: number
  fields: FieldProblem[]
}

const mostFields = 50
const mostTexts = 400
const deepest = 8
const longest = 300

/** Any JSON can be read; nothing is thrown. */
export function readErrorBody(body: Json): ErrorBody {
  const top = object(body)
  const inner = object(top.error)
  const code = [inner.code, top.code, top.error].find((value) =>
    platformErrorCodes.includes(value as (typeof platformErrorCodes)[number]),
  ) as ErrorCode | undefined
  const texts = textsIn(body).filter(({ text }) => text !== code)
  const message = sentenceOf(texts)
  const requestId = readRequestId(body)
  const fields = texts
    .filter(({ listed }) => listed)
    .map(({ path, text }) => ({ path, message: text }))
    .filter(
      (one, index, all) => all.findIndex((other) => other.path === one.path && other.message === one.message) === index,
    )
  return { ...defined({ code, message, requestId, status: statusIn(body, 0) }), fields: fields.slice(0, mostFields) }
}

/** In the usual places, in any spelling. */
export function readRequestId(body: Json): string | undefined {
  const top = object(body)
  return identifier(spelled(top, 'requestId')) ?? identifier(spelled(object(top.error), 'requestId'))
}

function statusIn(value: Json, depth: number): number | undefined {
  if (!isObject(value) || depth > 3) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (!/code$|status$/.test(wordsOf(name).join(''))) continue
    const digits =
      typeof inner === 'number' || typeof inner === 'string' ? /^[45]\d\d$/.exec(String(inner).trim()) : null
    if (digits !== null) return Number(digits[0])
  }
  for (const [name, inner] of Object.entries(value)) {
    const plain = wordsOf(name).join('')
    const found =
      holding.test(plain) || isBeside(plain)
        ? statusIn(Array.isArray(inner) ? (inner[0] ?? null) : inner, depth + 1)
        : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A request id that is safe to show: printable and of sensible length. */
export function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined
}

interface Found {
  text: string
  path: string
  depth: number
  /** Of an entry of a list of problems, or of a field. */
  listed: boolean
  /** How much its member's name promises a sentence. */
  rank: number
}

/** Names of what holds problems. */
const holding =
  /error|problem|violation|issue|fault|invalid|failure|exception|reason|detail|fields?$|cause|rejection|warning|messages$|validation|notification|complaint|diagnostic|constraint|feedback|alert|remark|params?$|parameters?$/
/** Names of sentences. */
const telling =
  /message|msg|error|problem|violation|issue|fault|invalid|failure|exception|reason|detail|description|desc$|title|explanation|cause|context|summary|text$|hint|info$|said$|why|note$|remark|feedback|advice|complaint|rejection|result$|response$|status$|alert|warning/
/** Names of what nobody reads. */
const technical =
  /stack|trace|debug|url|uri|href|link|help|docs?$|documentation|^id$|instance|timestamp|^time$|^at$|date|method|class|file|line$|host|server|version|token|type$|^kind$|locale|lang|value$|^input$|received|sent$/
const forDevelopers = /developer|internal|technical|system/
/** Names of the place of a problem. */
const placing =
  /^(?:field|fields|path|pointer|property|param|params|parameter|attribute|loc|location|source|target|key|name|argument|arg|column|element|member|instance|input|control|where|place|location|subject|ref)$/

function textsIn(body: Json): Found[] {
  const found: Found[] = []
  const add = (value: string, about: Omit<Found, 'text'>): void => {
    const text = sentence(value)
    if (text !== undefined && found.length < mostTexts) found.push({ text, ...about })
  }

  interface Place {
    name: string
    path: string
    depth: number
    /** Beneath a name of problems: `map` where the names in it are those of fields. */
    inside: 'no' | 'yes' | 'map'
    /** Of a list of problems, or of a field. */
    entry: boolean
    /** In a record, whose description is no problem. */
    data: boolean
  }

  function walk(value: Json, at: Place): void {
    const { name, depth, entry } = at
    if (depth > deepest || found.length >= mostTexts) return
    if (typeof value === 'string') return add(value, { path: at.path, depth, listed: entry, rank: rankOf(name) })
    if (Array.isArray(value)) {
      for (const one of value)
        walk(one, {
          ...at,
          depth: depth + (isObject(one) ? 1 : 0),
          entry: true,
          inside: at.inside === 'map' ? 'yes' : at.inside,
        })
      return
    }
    if (isObject(value)) members(value, at)
  }

  function members(object: JsonObject, at: Place): void {
    const { depth, entry, inside, data } = at
    const own = inside === 'yes' || (entry && inside === 'no') ? placeOf(object) : undefined
    const path = own === undefined ? at.path : joined(at.path, own.place)
    for (const [key, value] of Object.entries(object)) {
      const plain = wordsOf(key).join('')
      if (own?.key === key || value === null) continue
      const isField = inside === 'map' && !speaking.test(plain) && !technicalCode.test(plain)
      if (typeof value === 'string') {
        if (isField) add(value, { path: joined(path, key), depth, listed: true, rank: 2 })
        else if (isTelling(plain) && (!data || troubled.test(plain)))
          add(value, { path, depth, listed: entry, rank: rankOf(key) })
        else if (
          inside !== 'no' &&
          !technical.test(plain) &&
          !technicalCode.test(plain) &&
          plain !== 'name' &&
          isHuman(value)
        )
          add(value, { path: joined(path, key), depth, listed: true, rank: 2 })
        continue
      }
      if (typeof value !== 'object' || unread.test(plain)) continue
      const below = { name: key, depth: depth + 1 }
      const isMap = isObject(value) && /s$/.test(plain)
      // `{ status: "fail", data: { amount: "Too much" } }`
      if (depth === 0 && plain === 'data' && isObject(value) && saysFailed(object) && !Object.hasOwn(value, 'id')) {
        walk(value, { ...below, path, inside: 'map', entry: false, data: false })
        continue
      }
      if (isField || (inside === 'no' && !data && isTextList(value) && !holding.test(plain)))
        walk(value, {
          ...below,
          path: joined(path, key),
          inside: isObject(value) ? 'map' : 'yes',
          entry: true,
          data: false,
        })
      else if (holding.test(plain) || isTelling(plain))
        walk(value, { ...below, path, inside: isMap ? 'map' : 'yes', entry: false, data: false })
      else if (inside !== 'no' || !isRecordName(plain) || depth === 0)
        walk(value, { ...below, path, inside, entry: false, data: data || !isBeside(plain) })
    }
  }

  walk(body, { name: '', path: '', depth: 0, inside: 'no', entry: false, data: false })
  return found
}

const saysFailed = ({ status }: JsonObject): boolean => typeof status === 'string' && /^(?:fail|error)/i.test(status)

/** In a map of problems, what speaks of all of them. */
const speaking = /^(?:message|messages|msg|detail|details|error|errors|reason|errormessage|nonfielderrors)$/
const technicalCode = /code$|^status$|level|severity|domain|category|id$/
const troubled = /message|msg|error|failure|fault|reason|problem|exception|cause|decline|reject|detail$/
const unread = /^(?:request|stack|stacktrace|trace|debug|links?)$/
const isRecordName = (plain: string): boolean => /^(?:data)$/.test(plain)
/** Beside the data. */
const isBeside = (plain: string): boolean =>
  /^(?:meta|metadata|head|header|fault|status|envelope|info|ack|extensions|body|response|result|root|output)$|resp$|status$|header$/.test(
    plain,
  )
const isTelling = (plain: string): boolean =>
  telling.test(plain) && !/code$|type$|^is|url$|link$|trace$|stack$|id$/.test(plain)
const isTextList = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && isHuman(one))

function rankOf(name: string): number {
  const plain = wordsOf(name).join('')
  if (forDevelopers.test(plain)) return 0
  if (/message|msg|detail|description|explanation|reason|cause/.test(plain)) return 3
  return /title|summary|status|result|response|type/.test(plain) ? 1 : 2
}

/** Where a problem is: a path, a pointer, a list of steps, or the name of a field. */
function placeOf(entry: JsonObject): { key: string; place: string } | undefined {
  const keys = Object.keys(entry)
  const ranked = [/^(?:path|pointer|loc|propertypath|datapath|instancepath|jsonpath|fieldpath)$/, /./].flatMap((wish) =>
    keys.filter((key) => wish.test(wordsOf(key).join('')) && wordsOf(key).some((one) => placing.test(one))),
  )
  for (const key of ranked) {
    const value = entry[key] ?? null
    const place = placeText(value)
    if (place !== undefined && place !== '') return { key, place }
  }
  return undefined
}

function placeText(value: Json): string | undefined {
  if (Array.isArray(value))
    return value
      .map((part) => (typeof part === 'string' || typeof part === 'number' ? dotted(String(part)) : ''))
      .filter((part) => part !== '')
      .join('.')
      .slice(0, 200)
  if (isObject(value)) {
    const inner = Object.values(value).find((one) => typeof one === 'string')
    return typeof inner === 'string' ? placeText(inner) : undefined
  }
  return typeof value === 'string' && !/\s/.test(value.trim()) ? dotted(value).slice(0, 200) : undefined
}

/** `#/data/title`, `$.a[0].b` and `a[0].b` as `data.title`, `a.0.b`. */
const dotted = (text: string): string =>
  text
    .trim()
    .replace(/^[#$]?[./]*/, '')
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^\./, '')

/** A name of a problem is no field: `non_field_errors`. */
function joined(path: string, name: string): string {
  const plain = wordsOf(name).join('')
  if (/error|violation|^base$|^global$|^all$|^general$/.test(plain) || plain === '') return path
  return (path === '' ? name : `${path}.${name}`).slice(0, 200)
}

/** The specific one first, the general one behind it where it adds something. */
function sentenceOf(texts: readonly Found[]): string | undefined {
  const said = texts.filter(({ text, rank }) => isHuman(text) && rank > 0)
  const specific = said.filter(({ text }) => !isGeneral(text))
  const pool = [specific, said, texts.filter(({ rank }) => rank > 1)].find((some) => some.length > 0) ?? []
  if (pool.length === 0) return undefined
  // Of those in lists, the first entry speaks; the fields have the others.
  const shallowest = Math.min(...pool.map(({ depth }) => depth))
  const top =
    best(pool.filter(({ depth, listed }) => depth === shallowest && !listed)) ??
    best(pool.filter(({ depth }) => depth === shallowest))
  // What names its field stands among the fields.
  const below = pool.find(
    ({ depth, path, text }) => depth > shallowest && path === (top?.path ?? '') && text !== top?.text,
  )
  const beside =
    below ?? pool.find((one) => one !== top && one.depth === top?.depth && one.path === top.path && one.rank >= 2)
  const parts = [below?.text, top?.text, beside?.text].filter((text) => text !== undefined)
  const distinct = parts.filter(
    (text, index) =>
      !parts.some(
        (other, at) =>
          at !== index && (other.length > text.length || (other === text && at < index)) && other.includes(text),
      ),
  )
  return cut(distinct.slice(0, 2).map(ended).join(' '))
}

function best(of: readonly Found[]): Found | undefined {
  return of.reduce<Found | undefined>(
    (found, one) => (found === undefined || one.text.length > found.text.length ? one : found),
    undefined,
  )
}

const ended = (text: string, index: number, all: readonly string[]): string =>
  index === all.length - 1 || /[.!?\u2026\u3002:]$/.test(text) ? text : `${text}.`

/** More than a code: several words, or a script that writes none apart. */
function isHuman(text: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\/\S*$|^urn:|^about:/i.test(text)) return false
  return (
    /\p{L}\S*\s+\S/u.test(text) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]{2}/u.test(text)
  )
}

const empty =
  /^(?:a|an|and|are|as|at|again|action|bad|be|been|body|business|can|cannot|check|completed?|contact|could|data|details?|did|entity|errors?|exception|failed|failure|field|fields|for|found|general|happened|has|have|in|incorrect|input|internal|invalid|is|it|later|more|multiple|not|occurred|occured|of|on|one|oops|operation|or|our|parameters?|payload|perform(?:ed)?|please|problem|process(?:ed|ing)?|query|request(?:ed)?|saved?|see|semantically|server|several|some|something|sorry|strange|submitted|support|syntax|the|there|this|to|try|unable|unexpected|unknown|unprocessable|valid|validation|was|we|went|were|while|with|wrong|your|you)$/

/** Says that something failed, and nothing of what. */
function isGeneral(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => empty.test(word)) && words.filter((word) => !empty.test(word)).length < 2
}

function sentence(value: string): string | undefined {
  const text = value
    .slice(0, 2_000)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return text === '' || text.startsWith('<') ? undefined : cut(text)
}

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}\u2026` : text)

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
