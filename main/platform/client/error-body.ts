// The specification does not show what an error's body looks like (section 7), so it is read leniently, and never relied on.
import { defined } from '#contract/defined.ts'
import { platformErrorCodes, type ErrorCode, type FieldProblem } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'

export interface ErrorBody {
  code?: ErrorCode
  message?: string
  requestId?: string
  fields: FieldProblem[]
}

const mostFields = 50

/** Looks where services commonly put an error; `body` is redacted. */
export function readErrorBody(body: Json): ErrorBody {
  const top = object(body)
  const inner = object(top.error)
  const code = [inner.code, top.code, top.error].find((value) =>
    platformErrorCodes.includes(value as (typeof platformErrorCodes)[number]),
  )
  const message = words(
    [inner.message, top.message, top.error, top.detail, top.title].find((value) => typeof value === 'string'),
  )
  const requestId = readRequestId(body)
  const lists = [top.errors, top.fields, top.details, inner.errors, inner.fields, inner.details]
  return {
    ...(code === undefined ? {} : { code: code as ErrorCode }),
    ...(message === undefined || message === code ? {} : { message }),
    ...defined({ requestId }),
    fields: lists.flatMap((list) => fieldsIn(list)).slice(0, mostFields),
  }
}

export function readRequestId(body: Json): string | undefined {
  const top = object(body)
  return identifier(top.requestId) ?? identifier(object(top.error).requestId)
}

/** A request id that is safe to show: printable and of sensible length. */
export function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined
}

function fieldsIn(list: Json | undefined): FieldProblem[] {
  if (Array.isArray(list))
    return list.flatMap((entry) => problem(typeof entry === 'object' ? place(object(entry)) : '', entry))
  return Object.entries(object(list)).flatMap(([name, entry]) =>
    (Array.isArray(entry) ? entry : [entry]).flatMap((one) => problem(name, one)),
  )
}

function problem(path: string, entry: Json): FieldProblem[] {
  const { message, msg, reason, detail, error } = object(entry)
  const text = words(
    typeof entry === 'string'
      ? entry
      : [message, msg, reason, detail, error].find((value) => typeof value === 'string'),
  )
  return text === undefined ? [] : [{ path, message: text }]
}

function place(entry: JsonObject): string {
  const value = entry.path ?? entry.field ?? entry.name ?? entry.property ?? entry.param ?? entry.loc ?? entry.pointer
  if (Array.isArray(value))
    return value
      .map((part) => (typeof part === 'object' ? '' : String(part)))
      .join('.')
      .slice(0, 200)
  if (typeof value !== 'string') return ''
  return (value.startsWith('/') ? value.slice(1).replaceAll('/', '.') : value).slice(0, 200)
}

function words(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 2_000)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  if (text === '' || text.startsWith('<')) return undefined
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}
