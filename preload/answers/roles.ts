// Which field of a record says what. Recognised by name; where several could be meant, or none is, the person's choice decides.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { at, plain } from './json.ts'

export { plain } from './json.ts'

/** What screens ask of a record. */
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

/** What the person decided for one operation. */
export type Choice = Pick<FieldChoice, 'fields' | 'amounts' | 'list'>

export interface RoleField {
  /** The field that plays the role; undefined where none is known. */
  field?: string
  /** Fields that could be meant instead: more than one candidate and no choice made is ambiguous. */
  candidates: string[]
  ambiguous: boolean
}

/** Names by role, the surest first; compared without case, dashes and underscores. */
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

/** What is looked at of a long list. */
const sampleSize = 200

/**
 * The field of these rows that plays a role. `resource` (`payment/charge`) makes `chargeId` an identifier of its records. What the person chose
 * is meant even where these rows lack it: another amount in its place would be a wrong one.
 * Ambiguous are two names of the same rank, or for an amount several amount-like fields and none called `amount`.
 */
export function roleField(rows: readonly JsonObject[], role: Role, resource: string, choice?: Choice): RoleField {
  const chosen = choice?.fields[role]
  if (chosen !== undefined) return { field: chosen, candidates: [chosen], ambiguous: false }
  const sample = sampleOf(rows)
  const present = (field: string): boolean => sample.some((row) => suits(role, own(row, field)))
  const wanted = role === 'id' ? [...new Set([...idNames(resource), ...names.id])] : names[role]
  const spelled = [...new Set(sample.flatMap((row) => Object.keys(row)))].map((field) => ({
    field,
    name: plain(field),
  }))
  const named = wanted.flatMap((wish) => spelled.filter(({ field, name }) => name === wish && present(field)))
  // `amountCents`, `netAmount`: amounts too, none surer than another. What is aimed at (`goalAmount`) is not what something costs.
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

/** The value in a role, from one record; undefined where there is none. */
export function valueIn(row: JsonObject, role: Role, resource: string, choice?: Choice): Json | undefined {
  const { field } = roleField([row], role, resource, choice)
  return field === undefined ? undefined : at(row, field)
}

/** Words that stand in one line: a name of several MiB would stop the page while it is laid out. */
export function inOneLine(text: string): string {
  return text.length > longestLine ? `${text.slice(0, longestLine)}\u2026` : text
}
const longestLine = 300

/** The same as text. Of a record within the record (`customer: { id, name }`) it is the identifier. */
export function textIn(row: JsonObject, role: Role, resource: string, choice?: Choice): string | undefined {
  return textOf(valueIn(row, role, resource, choice), role)
}

/** The same for many rows: their field is found once, and a row that lacks it is asked itself. */
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

/** The identifier of a record as text; undefined where it has none. */
export function idOf(row: JsonObject, resource: string, choice?: Choice): string | undefined {
  return scalarText(valueIn(row, 'id', resource, choice))
}

/** A short name for a person: its title, else its identifier. */
export function titleOf(row: JsonObject, resource: string, choice?: Choice): string | undefined {
  return textIn(row, 'title', resource, choice) ?? idOf(row, resource, choice)
}

/** A scalar as text; undefined for null, objects and empty text. */
export function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** `payment/subscriptionPlan` gives `subscriptionplanid`, `planid`: how its records may be named besides `id`. */
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
/** By resource, of which the catalog has a few dozen; asked for with every row that is drawn. */
const idNamesOf = new Map<string, string[]>()

/** Rows from all over a long list: the first ones may all lack what the others have. */
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

/** A number, perhaps with a sign or a code of three letters at one end. */
const amountText = /^\s*(?:[a-z]{3}|[^\p{L}\d]{0,4})\s*\d[\d.,\s'\u2019]{0,40}(?:[a-z]{3}|[^\p{L}\d]{0,4})\s*$/iu

const own = (row: JsonObject, field: string): Json | undefined => (Object.hasOwn(row, field) ? row[field] : undefined)
