// Which operation of a resource is the list, the record, a search, a button: by kind and the last word of the path, for all products alike.
// Anything else is data in the catalog, never code here.
import type { JsonObject, JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { ActionSpec, OperationKey, RequestParts, ResourceSpec } from '../resources/types.ts'
import { idNameOf, naming, placeOf } from './identifiers.ts'
import { productIcons } from './product-icons.ts'
import { verbOf, type Section } from './sections.ts'
import { writable } from './writable.ts'

export interface SectionPlan {
  spec: ResourceSpec
  /** Operations that are about none of its records: a sign-in, a report, another resource's record. */
  plain: readonly ActionSpec[]
}

const lists = ['all', 'getall']
const icons: Partial<Record<OperationInfo['kind'], string>> = {
  create: 'i-lucide-plus',
  update: 'i-lucide-pencil',
  delete: 'i-lucide-trash-2',
}

export function planOf(section: Section): SectionPlan {
  const { product, resource, operations } = section
  const idName = idNameOf(section)
  const left = new Set(operations)
  const take = (wanted: (operation: OperationInfo) => boolean): OperationInfo[] => {
    const found = [...left].filter(wanted)
    for (const operation of found) left.delete(operation)
    return found
  }
  const read =
    (wanted: (verb: string, operation: OperationInfo) => boolean) =>
    (operation: OperationInfo): boolean =>
      operation.kind === 'read' && wanted(verbOf(operation), operation)
  const ofRecord = (operation: OperationInfo): boolean => placeOf(operation, resource, idName) !== undefined

  const [list, ...otherLists] = take(read((verb) => lists.includes(verb)))
  const searches = take(read((verb) => verb.startsWith('search')))
  const [get, ...otherGets] = take(read((verb, operation) => (verb === 'get' || verb === '') && ofRecord(operation)))
  const reads = take(read((_, operation) => ofRecord(operation)))
  const [create] = take((operation) => operation.kind === 'create' && verbOf(operation) === 'create')
  const actions = take((operation) => operation.kind !== 'read' && ofRecord(operation))

  const name = namesOf(operations)
  const action = (operation: OperationInfo): ActionSpec => ({
    operation: keyOf(operation),
    label: operation.name,
    name: name(operation),
    ...(icons[operation.kind] === undefined ? {} : { icon: icons[operation.kind] }),
  })
  const acting = (operation: OperationInfo): ActionSpec => ({
    ...action(operation),
    start: (record, id) => startOf(operation, resource, idName ?? 'id', record, id),
  })
  const asked = (operation: OperationInfo): ActionSpec => ({
    ...acting(operation),
    ...(asksMore(operation, idName) ? { asks: true } : {}),
  })
  // A list that takes more than pages is a search too.
  const filters = list !== undefined && asksMore(list, undefined) ? [list] : []

  return {
    spec: {
      resource,
      title: resource,
      name: resource,
      about: `products.about.${list !== undefined ? 'list' : get !== undefined ? 'single' : actions.length + reads.length > 0 ? 'acts' : 'none'}`,
      icon: productIcons[product],
      idName: idName ?? 'id',
      columns: [],
      ...(list === undefined ? {} : { list: keyOf(list) }),
      ...(get === undefined ? {} : { get: keyOf(get), ...takesName(get) }),
      ...(create === undefined ? {} : { create: action(create) }),
      reads: [...otherGets, ...reads].map(asked),
      actions: actions.map(acting),
      searches: [
        ...[...searches, ...filters].map(action),
        ...otherLists.map((other) => ({ ...action(other), fields: [] })),
      ],
    },
    plain: [...left].map(action),
  }
}

export const plainKeys = ({ plain }: SectionPlan): OperationKey[] => plain.map(({ operation }) => operation)

const keyOf = ({ key }: OperationInfo): OperationKey => key as OperationKey

/** The platform's own name; with the method or the path where two operations of the section share it. */
function namesOf(operations: readonly OperationInfo[]): (operation: OperationInfo) => string {
  const many = (test: (other: OperationInfo) => boolean): boolean => operations.filter(test).length > 1
  return (operation) => {
    const { name, method, path } = operation
    const alike = (other: OperationInfo): boolean =>
      other.name.toLowerCase() === name.toLowerCase() || verbOf(other) === verbOf(operation)
    if (!many(alike)) return name
    return many((other) => alike(other) && other.method === method) ? `${name} (${path})` : `${name} (${method})`
  }
}

function startOf(
  operation: OperationInfo,
  resource: string,
  idName: string,
  record: JsonObject | undefined,
  id: string | undefined,
): RequestParts {
  const place = placeOf(operation, resource, idName)
  const named = place === undefined ? {} : naming(place, id)
  if (operation.kind !== 'update') return named
  return {
    ...named,
    body: { ...writable(record, resource, operation.body), ...(named.body as JsonObject | undefined) },
  }
}

const takesName = ({ suggested }: OperationInfo): Pick<ResourceSpec, 'getAlso'> =>
  Object.hasOwn(suggested?.properties ?? {}, 'name') ? { getAlso: ['name'] } : {}

const pages = ['limit', 'offset', 'page', 'pagesize', 'perpage', 'cursor']

function asksMore(operation: OperationInfo, idName: string | undefined): boolean {
  const known: JsonSchema | undefined = operation.body ?? operation.suggested
  return Object.keys(known?.properties ?? {}).some(
    (name) => !pages.includes(name.toLowerCase()) && name !== 'id' && name !== idName,
  )
}
