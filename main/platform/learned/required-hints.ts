// Which fields a refusal says are missing. Nobody specified how it says so: the places and words of many services are
// tried, and only names are kept.
import type { Json, JsonObject } from '#contract/json.ts'
import { readErrorBody } from '#answers/error-body.ts'
import { limits } from './limits.ts'
import { isFieldName } from '#answers/field-names.ts'

const asksFor =
  /\b(?:missing|required|needed|must (?:be (?:given|provided|present|set|filled|specified)|not be (?:empty|blank|null|undefined))|(?:can(?:'t|not)|should not|may not) be (?:empty|blank|null)|not (?:given|provided|set|specified)|received undefined|is (?:empty|blank|undefined))\b/i
const named = [
  /["'`]([\w.$[\]-]+)["'`][^."'`]{0,20}\b(?:is|are)\b[^."'`]{0,20}\b(?:missing|required|needed|empty|not provided)\b/gi,
  /\b(?:field|parameter|property|attribute|key)\s+["'`]?([\w.$[\]-]+)["'`]?\s+(?:is|was)\s+(?:missing|required|needed|empty|not (?:given|provided|set))/gi,
  /\b(?:missing|required)(?:\s+required)?\s+(?:field|parameter|property|attribute|key)s?:?\s+["'`]?([\w.$[\]-]+)["'`]?/gi,
]

/** Dotted names of the fields that a 400 asks for and that were not sent. */
export function missedFields(answer: Json, sent: Json): string[] {
  const { code, message = '', fields } = readErrorBody(answer)
  if (code !== undefined && code !== 'invalid_request') return []
  const listed = fields.filter((field) => field.path !== '' && asksFor.test(field.message)).map(({ path }) => path)
  const quoted = named.flatMap((pattern) => [...message.matchAll(pattern)].map(([, name = '']) => name))
  const names = [...listed, ...quoted].map((name) => name.replace(/^(?:body|query)\./, ''))
  return [...new Set(names)]
    .filter((name) => name.split('.').every(isPart) && !isThere(sent, name))
    .slice(0, limits.missed)
}

const isPart = (part: string): boolean => isFieldName(part) || /^\d{1,3}$/.test(part)

export function isThere(value: Json, place: string): boolean {
  let here: Json | undefined = value
  for (const name of place.split('.'))
    here =
      typeof here === 'object' && here !== null && Object.hasOwn(here, name) ? (here as JsonObject)[name] : undefined
  return (here ?? '') !== ''
}
