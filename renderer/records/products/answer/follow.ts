// From an identifier in an answer to the operations that take it.
import type { Json } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { KeptRequest } from '#contract/requests.ts'
import { operationName } from '#kit/stores/operation-name.ts'
import { plain } from '#answers/roles.ts'
import { goesBy, leafOf, nounOf, wordings } from '../../resources/nouns.ts'
import { verbOf } from '../sections.ts'

export interface FollowTarget {
  operation: string
  request: KeptRequest
  label: string
}

/** Verbs that take no record: lists, searches by something else, and what is worked out from nothing. */
const without =
  /^(?:all|getall|create|search.*|calculate.*|login|logout.*|forgot|reset|set-password|session|get-sessions)$/
const mostTargets = 24

/** The operations that take the value of a field as an identifier, reads first; `operation` answered, `fieldPath` is dotted. */
export function followTargets(
  operations: readonly OperationInfo[],
  operation: OperationInfo,
  fieldPath: string,
  value: string,
): FollowTarget[] {
  const named = nounOf(fieldPath)
  const noun = named === '' ? listedBy(operation, operations) : named
  if (noun === undefined || value === '' || value.length > 512) return []
  const name = fieldPath.split('.').at(-1) ?? ''
  const resources = resourcesOf(operations, operation, noun)
  const found = operations.flatMap((entry) => {
    const into = placeOf(entry, resources, noun === '' ? leafOf(operation.resource) : noun, name)
    return into === undefined ? [] : [{ entry, into }]
  })
  const ranked = found.sort((a, b) => rank(a.entry, operation) - rank(b.entry, operation))
  return ranked.slice(0, mostTargets).map(({ entry, into }) => ({
    operation: entry.key,
    request: requestOf(entry, into, value),
    label: operationName(entry),
  }))
}

/** What a bare identifier belongs to: `getInvoices` of a subscription answers invoices. */
function listedBy(operation: OperationInfo, operations: readonly OperationInfo[]): string | undefined {
  const listed = /^get-?([a-z]+[^s])s$/.exec(verbOf(operation))?.[1]
  if (operation.kind !== 'read' || listed === undefined || /^(?:statu|detail|analytic|stat)$/.test(listed)) return ''
  return operations.some(({ resource }) => goesBy(resource, listed)) ? listed : undefined
}

/** This operation's own resource for a bare identifier, else those of its product, else of any. */
function resourcesOf(operations: readonly OperationInfo[], operation: OperationInfo, noun: string): string[] {
  if (noun === '') return siblings(operations, operation.resource)
  for (const wording of wordings(noun)) {
    const named = operations.filter(({ resource }) => goesBy(resource, wording))
    const own = named.filter(({ product }) => product === operation.product)
    if (named.length > 0)
      return [
        ...new Set(
          [...new Set((own.length > 0 ? own : named).map(({ resource }) => resource))].flatMap((resource) =>
            siblings(operations, resource),
          ),
        ),
      ]
  }
  return noun === '' || !goesBy(operation.resource, noun) ? [] : [operation.resource]
}

/** subscriptionplan and subscriptionPlan, link and paymentLink. */
function siblings(operations: readonly OperationInfo[], resource: string): string[] {
  const [first = ''] = resource.split('/')
  const names = [leafOf(resource), `${first}${leafOf(resource)}`].map(plain)
  return [...new Set(operations.map((entry) => entry.resource))].filter(
    (other) =>
      other === resource ||
      (other.startsWith(`${first}/`) &&
        (names.includes(plain(leafOf(other))) || names.includes(plain(`${first}${leafOf(other)}`)))),
  )
}

type Into = { path: string } | { field: string }

function placeOf(entry: OperationInfo, resources: readonly string[], noun: string, name: string): Into | undefined {
  const own = resources.includes(entry.resource)
  const param = entry.pathParams.find(
    (one) =>
      plain(one) === plain(name) ||
      plain(one) === plain(`${noun}Id`) ||
      (own && goesBy(entry.resource, one.replace(/Id$/, ''))),
  )
  if (param !== undefined) return { path: param }
  if (entry.pathParams.length > 0) return undefined
  // `searchByCustomer` takes a customer, whatever it lists; *Get By Vote ID* says what it takes.
  const wanted = byName(entry)
  const says =
    entry.kind === 'read' &&
    wordings(noun).some(
      (wording) => verbOf(entry).endsWith(`by${plain(wording)}`) || plain(wanted ?? '') === plain(wording),
    )
  if (!says && (!own || without.test(verbOf(entry)) || entry.auth === 'none' || entry.kind === 'create'))
    return undefined
  return fieldOf(
    entry,
    resources,
    wanted !== undefined ? `${wanted}Id` : says ? `${noun}Id` : name,
    says || wanted !== undefined,
  )
}

/** The name by its schema, by the answer where that names the resource, else after the resource. */
function fieldOf(entry: OperationInfo, resources: readonly string[], name: string, says: boolean): Into | undefined {
  const leaf = leafOf(entry.resource)
  const spelled = resources.map(leafOf).find((other) => plain(other) === plain(leaf) && /[A-Z]/.test(other)) ?? leaf
  const own = `${spelled}Id`
  const { properties } = entry.body ?? entry.suggested ?? {}
  const wished =
    properties === undefined ? undefined : [name, own, 'id', 'resourceId'].find((one) => Object.hasOwn(properties, one))
  if (wished !== undefined) return { field: wished }
  if (entry.body !== undefined) return undefined
  return { field: says || goesBy(entry.resource, nounOf(name) ?? '') ? name : own }
}

const byName = ({ name }: OperationInfo): string | undefined =>
  / by (\w+) id$/i.exec(name)?.[1]?.replace(/^./, (letter) => letter.toLowerCase())

function requestOf(entry: OperationInfo, into: Into, value: string): KeptRequest {
  const bodied = entry.method === 'POST' || entry.method === 'PUT'
  if ('path' in into) return { path: { [into.path]: value } }
  const filled: Record<string, Json> = { [into.field]: value }
  return bodied ? { body: filled } : { query: filled }
}

/** The record itself first, then what else is read of it, then what changes it; this product before others. */
function rank(entry: OperationInfo, operation: OperationInfo): number {
  const verb = verbOf(entry)
  const kind =
    entry.kind === 'read'
      ? verb === 'get'
        ? 0
        : verb.startsWith('get')
          ? 1
          : 2
      : entry.kind === 'update'
        ? 3
        : entry.kind === 'act'
          ? 4
          : 5
  return kind + (entry.product === operation.product ? 0 : 0.5)
}
