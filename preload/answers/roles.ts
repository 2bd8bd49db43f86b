// Which field plays which role, by name; the person's choice decides where several fit.
import { cutText } from '#contract/cut-text.ts'
import { withoutTurns } from '#contract/direction.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { at, plain } from './json.ts'

export { plain } from './json.ts'

export const roles = [
  'id',
  'status',
  'title',
  'at',
  'changedAt',
  'amount',
  'currency',
  'customer',
  'email',
  'url',
] as const
export type Role = (typeof roles)[number]

/** For one operation. */
export type Choice = Pick<FieldChoice, 'fields' | 'amounts' | 'list' | 'airWords'>

export interface RoleField {
  field?: string
  /** More than one without a choice is ambiguous. */
  candidates: string[]
  ambiguous: boolean
}

/** The surest first, compared as plain names. */
const names: Record<Role, readonly string[]> = {
  id: ['id', 'uuid', '_id', 'resourceid', 'identifier', 'key'],
  status: ['status', 'state', 'stage', 'phase'],
  title: ['name', 'title', 'label', 'displayname', 'question', 'subject', 'fullname', 'number', 'code', 'description'],
  at: [
    'createdat',
    'created',
    'createdon',
    'createddate',
    'date',
    'timestamp',
    'time',
    'at',
    'occurredat',
    'issuedat',
    'startedon',
  ],
  changedAt: ['updatedat', 'updated', 'updatedon', 'modifiedat', 'updateddate', 'lastmodified'],
  amount: ['amount', 'total', 'totalamount', 'price', 'value', 'sum', 'amountdue', 'revenue'],
  currency: ['currency', 'currencycode', 'curr'],
  customer: ['customerid', 'customer', 'clientid', 'payerid', 'memberid', 'userid'],
  email: ['email', 'emailaddress', 'mail'],
  url: ['url', 'link', 'href', 'shorturl', 'paymenturl'],
}

/** Rows sampled of a long list. */
const sampleSize = 200

/**
 * `resource` (`payment/charge`) makes `chargeId` an identifier. A chosen field counts even where rows lack it: another
 * amount would be wrong. Ambiguous are equal names, or several amounts none of which is called `amount`.
 */
export function roleField(rows: readonly JsonObject[], role: Role, resource: string, choice?: Choice): RoleField {
  const chosen = choice?.fields[role]
  if (chosen !== undefined) return { field: chosen, candidates: [chosen], ambiguous: false }
  const sample = sampleOf(rows)
  const present = (field: string): boolean => sample.some((row) => suits(role, own(row, field)))
  const wanted =
    role === 'id'
      ? [...new Set([...idNames(resource), ...names.id])]
      : // Everywhere a poll goes by what the audience is asked, not by the name its maker gave it.
        role === 'title' && resource === 'vote/embed'
        ? ['question', ...names.title]
        : names[role]
  const spelled = [...new Set(sample.flatMap((row) => Object.keys(row)))].map((field) => ({
    field,
    name: plain(field),
  }))
  const named = wanted.flatMap((wish) => spelled.filter(({ field, name }) => name === wish && present(field)))
  // `amountCents`, `netAmount`: none surer than another; a goal (`goalAmount`) is no price.
  const like =
    role === 'amount'
      ? spelled
          .filter(({ field, name }) => /^(?!goal|target).*amount/.test(name) && present(field))
          .map(({ field }) => ({ field, name: 'amount-like' }))
      : []
  const ranked = named.some(({ name }) => name === 'amount') ? named : [...named, ...like]
  const candidates = [...new Set(ranked.map(({ field }) => field))]
  const first = ranked[0]
  if (first === undefined)
    return {
      candidates:
        role === 'id' ? spelled.map(({ field }) => field).filter((field) => /id$/i.test(field) && present(field)) : [],
      ambiguous: false,
    }
  const sameRank = ranked.filter(({ name }) => name === first.name).length > 1
  const loose = role === 'amount' && first.name !== 'amount' && candidates.length > 1
  return { field: first.field, candidates, ambiguous: sameRank || loose }
}

export function valueIn(row: JsonObject, role: Role, resource: string, choice?: Choice): Json | undefined {
  const { field } = roleField([row], role, resource, choice)
  return field === undefined ? undefined : at(row, field)
}

/** A text of several MiB would stop the page, and one with marks of direction would turn what stands around it. */
export function inOneLine(text: string): string {
  const cut = text.length > longestLine ? `${cutText(text, longestLine)}\u2026` : text
  return withoutTurns(cut)
}
const longestLine = 300

/** Of a record within the record (`customer: { id, name }`) the identifier. */
export function textIn(row: JsonObject, role: Role, resource: string, choice?: Choice): string | undefined {
  return textOf(valueIn(row, role, resource, choice), role)
}

/** The field is found once; a row that lacks it is asked itself. */
export function textsIn(
  rows: readonly JsonObject[],
  role: Role,
  resource: string,
  choice?: Choice,
): (row: JsonObject) => string | undefined {
  const { field } = roleField(rows, role, resource, choice)
  return (row) =>
    (field === undefined ? undefined : textOf(at(row, field), role)) ?? textIn(row, role, resource, choice)
}

function textOf(value: Json | undefined, role: Role): string | undefined {
  const text = scalarText(isObject(value) ? (own(value, 'id') ?? own(value, '_id') ?? own(value, `${role}Id`)) : value)
  return text !== undefined && (role === 'title' || role === 'status') ? inOneLine(text) : text
}

export function idOf(row: JsonObject, resource: string, choice?: Choice): string | undefined {
  return scalarText(valueIn(row, 'id', resource, choice))
}

/** Its title, else its identifier. */
export function titleOf(row: JsonObject, resource: string, choice?: Choice): string | undefined {
  return textIn(row, 'title', resource, choice) ?? idOf(row, resource, choice)
}

/** Undefined for null, objects and empty text. */
export function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** `payment/subscriptionPlan` gives `subscriptionplanid`, `planid`. */
function idNames(resource: string): string[] {
  const known = idNamesOf.get(resource)
  if (known !== undefined) return known
  const last = resource.split('/').at(-1) ?? ''
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
  const found = ['id', `${plain(last)}id`, `${words.at(-1) ?? ''}id`]
  idNamesOf.set(resource, found)
  return found
}
/** Cached: asked for with every drawn row. */
const idNamesOf = new Map<string, string[]>()

/** From all over the list: the first rows may lack what others have. */
export function sampleOf(rows: readonly JsonObject[]): readonly JsonObject[] {
  if (rows.length <= sampleSize) return rows
  return Array.from({ length: sampleSize }, (_, index) => rows[Math.floor((index * rows.length) / sampleSize)] ?? {})
}

function suits(role: Role, value: Json | undefined): boolean {
  if (value === null || value === undefined || value === '') return false
  if (role === 'id') return typeof value === 'string' || typeof value === 'number'
  if (role === 'amount')
    return typeof value === 'number' || isObject(value) || (typeof value === 'string' && amountText.test(value))
  return (
    (role === 'customer' && isObject(value) && Object.keys(value).length > 0) ||
    (!isObject(value) && !Array.isArray(value))
  )
}

/** A number, perhaps with a sign or a three-letter code. */
const amountText = /^\s*(?:[a-z]{3}|[^\p{L}\d]{0,4})\s*\d[\d.,\s'\u2019]{0,40}(?:[a-z]{3}|[^\p{L}\d]{0,4})\s*$/iu

const own = (row: JsonObject, field: string): Json | undefined => (Object.hasOwn(row, field) ? row[field] : undefined)
