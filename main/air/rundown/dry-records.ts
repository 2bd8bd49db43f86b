// The records that steps name: whether the real environment has them, and which ones stand for them in rehearsal.
import { isScalarId } from '#answers/names.ts'
import { idOf, titleOf } from '#answers/roles.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { readFor } from '../../platform/ledger/confirming-read.ts'
import { identityOf, type IntentRequest } from '../../platform/ledger/identity.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { PlatformClient } from '../../platform/client/types.ts'
import { readWholeList } from '../../platform/whole-list.ts'

type Reads = Pick<PlatformClient, 'read' | 'preview'>

/** `absent` only by a clear and complete list. */
export type Found = { state: 'found'; name?: string } | { state: 'absent' } | { state: 'unclear' }

interface Listing {
  rows: JsonObject[]
  resource: string
  isWhole: boolean
}

export interface RecordParts {
  operations: ReadonlyMap<string, Operation>
  real: Reads
  rehearsal: Reads & Pick<PlatformClient, 'write'>
  environment: EnvironmentId
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
}

/** The one that the whole desk calls rehearsal; this client has no other. */
const inRehearsal = 'rehearsal'

export function createRecords({ operations, real, rehearsal, environment, choiceOf }: RecordParts) {
  const lists = new Map<string, Promise<Listing | undefined>>()
  /** Ids of the real environment and those that stand for them. */
  const standing = new Map<string, { id: string; isStandIn: boolean }>()

  /** Each list is read once in a dry run. */
  function listed(
    client: Reads,
    where: 'real' | 'rehearsal',
    operation: Operation,
    request: IntentRequest,
  ): Promise<Listing | undefined> {
    const read = readFor(request, operation.confirmWith, operations)
    if ('missing' in read) return Promise.resolve(undefined)
    const key = JSON.stringify([where, read.request])
    const known = lists.get(key)
    if (known !== undefined) return known
    const from = where === 'real' ? environment : inRehearsal
    const choice = where === 'real' ? choiceOf(environment, read.request.operation) : undefined
    const answers = { ...read.answers, choice }
    const reading = readWholeList(client, operations, { request: read.request, environment: from, answers }).then(
      ({ reading: { rows, certainty, complete, kind } }): Listing | undefined => {
        if (certainty === 'not_understood') return undefined
        const isWhole = kind === 'list' && certainty === 'clear' && complete && choice?.list === undefined
        return { rows, resource: read.answers.resource ?? operation.resource, isWhole }
      },
      () => undefined,
    )
    lists.set(key, reading)
    return reading
  }

  const rowOf = ({ rows, resource }: Listing, id: string): JsonObject | undefined =>
    rows.find(
      (row) =>
        idOf(row, resource) === id || Object.values(row).some((value) => isScalarId(value) && String(value) === id),
    )

  async function find(operation: Operation, request: IntentRequest, id: string): Promise<Found> {
    const list = await listed(real, 'real', operation, request)
    if (list === undefined) return { state: 'unclear' }
    const row = rowOf(list, id)
    if (row === undefined) return { state: list.isWhole ? 'absent' : 'unclear' }
    const name = titleOf(row, list.resource)
    return { state: 'found', ...(name !== undefined && { name }) }
  }

  async function standIn(
    operation: Operation,
    request: IntentRequest,
    id: string,
    name: string,
  ): Promise<{ id: string; isStandIn: boolean } | undefined> {
    const list = await listed(rehearsal, 'rehearsal', operation, request)
    if (list !== undefined && rowOf(list, id) !== undefined) return { id, isStandIn: false }
    const named = list?.rows.find((row) => titleOf(row, list.resource) === name)
    const own = named && list && idOf(named, list.resource)
    if (own !== undefined) return { id: own, isStandIn: false }
    const made = await create(operation, name)
    if (made !== undefined) return { id: made, isStandIn: true }
    const [first] = list?.rows ?? []
    const other = first && idOf(first, list?.resource ?? operation.resource)
    return other === undefined ? undefined : { id: other, isStandIn: true }
  }

  async function create({ resource }: Operation, name: string): Promise<string | undefined> {
    const by = [...operations.values()].find((one) => one.kind === 'create' && one.resource === resource)
    if (by === undefined || by.pathParams.length > 0) return undefined
    const outcome = await rehearsal.write(
      { operation: by.key, body: { name, title: name } },
      inRehearsal,
      'dry-run-stand-in',
    )
    if (outcome.outcome !== 'confirmed' && outcome.outcome !== 'accepted') return undefined
    if (!isObject(outcome.answer)) return undefined
    const { data } = outcome.answer
    const id = isObject(data) ? data.id : outcome.answer.id
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  }

  return {
    /** Whether the real environment has the records that the request names. */
    async check(operation: Operation, request: IntentRequest): Promise<Array<{ id: string } & Found>> {
      const ids = [...new Set(identityOf(operation, request).map(({ value }) => value))]
      const found: Array<{ id: string } & Found> = []
      for (const id of ids) found.push({ id, ...(await find(operation, request, id)) })
      return found
    },
    /** The same request about records of the rehearsal platform, and the ids that others stand for. */
    async mapped(
      operation: Operation,
      request: IntentRequest,
      names: ReadonlyMap<string, string>,
    ): Promise<{ request: OperationRequest; standIns: string[] }> {
      const standIns: string[] = []
      for (const { value: id } of identityOf(operation, request)) {
        const key = `${operation.resource} ${id}`
        const known = standing.get(key) ?? (await standIn(operation, request, id, names.get(id) ?? id))
        if (known === undefined) continue
        standing.set(key, known)
        if (known.isStandIn) standIns.push(id)
      }
      const ids = new Map([...standing].map(([key, { id }]) => [key.slice(key.indexOf(' ') + 1), id]))
      const { path, query, body } = request
      return {
        request: {
          operation: operation.key,
          ...(path !== undefined && { path: replaced(path, ids) as Record<string, string> }),
          ...(query !== undefined && { query: replaced(query, ids) as NonNullable<OperationRequest['query']> }),
          ...(body !== undefined && { body: replaced(body, ids) }),
        },
        standIns,
      }
    },
  }
}

function replaced(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string' || typeof value === 'number') return ids.get(String(value)) ?? value
  if (Array.isArray(value)) return value.map((one) => replaced(one, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, ids)]))
}
