import { computed, ref, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { scalarText } from '#answers/roles.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { readPlatform } from './read.ts'
import type { RequestParts, ResourceSpec } from './types.ts'
import { useRecordSeen } from './useRecordSeen.ts'
import { useReader, type Reader } from './useReader.ts'

export type RecordState = ReturnType<typeof useRecord>

/** Reads one record by its identifier; without a `get` operation it is the list's `row`. */
export function useRecord(
  spec: MaybeRefOrGetter<ResourceSpec>,
  id: MaybeRefOrGetter<string | undefined>,
  row?: MaybeRefOrGetter<JsonObject | undefined>,
) {
  const catalog = useCatalog()
  const environments = useEnvironments()
  // Choices for the list's fields count for the record too.
  const reader = useReader(
    () => toValue(spec).list ?? toValue(spec).get,
    () => toValue(spec).resource,
  )
  const data = shallowRef<Json>()
  const kept = shallowRef<JsonObject>()
  const state = ref<'idle' | 'loading' | 'done' | 'error'>('idle')
  const error = ref<DeskError>()
  const failedAt = ref<number>()
  const gone = ref(false)
  const at = ref<string>()
  const location = ref<string>()
  const remember = useRecordSeen(() => toValue(spec).resource, reader)
  let sequence = 0

  async function refresh(): Promise<void> {
    const { get, idName, getAlso } = toValue(spec)
    const wanted = toValue(id)
    const mine = ++sequence
    if (get === undefined || wanted === undefined) return
    state.value = 'loading'
    try {
      await catalog.ensure()
      const answer = await readPlatform(get, getParts(catalog.byKey.get(get), idName, wanted, toValue(row), getAlso))
      if (mine !== sequence) return
      data.value = answer.data
      at.value = answer.receivedAt
      location.value = answer.location
      error.value = undefined
      gone.value = false
      state.value = 'done'
      if (read.value !== undefined) remember([read.value], wanted)
      else if (answer.location !== undefined) remember([{}], wanted)
    } catch (reason) {
      if (mine !== sequence) return
      error.value = asDeskError(reason)
      failedAt.value = Date.now()
      gone.value = error.value.code === 'not_found'
      state.value = 'error'
    }
  }

  watch(
    [() => toValue(id), () => toValue(spec).get, () => environments.selected?.id],
    () => {
      data.value = undefined
      kept.value = toValue(row)
      error.value = undefined
      gone.value = false
      at.value = undefined
      location.value = undefined
      state.value = 'idle'
      void refresh()
    },
    { immediate: true },
  )
  // A row that leaves the list is still known.
  watch(
    () => toValue(row),
    (now) => {
      if (now !== undefined) kept.value = now
    },
  )

  const read = computed(() => (data.value === undefined ? undefined : recordIn(data.value, toValue(id), reader)))
  // Of a record that can be neither listed nor read, only the identifier is known.
  const bare = computed(() =>
    toValue(spec).get === undefined && toValue(spec).list === undefined && toValue(id) !== undefined ? {} : undefined,
  )
  return {
    record: computed(() => read.value ?? kept.value ?? bare.value),
    data: computed(() => data.value),
    /** The answer does not contain this record. */
    unread: computed(() => data.value !== undefined && read.value === undefined && location.value === undefined),
    state,
    error,
    failedAt,
    /** The platform no longer has it; what was known stays. */
    gone,
    /** Where the platform redirected the read. */
    location,
    /** ISO 8601; undefined while only the list's row is known. */
    at,
    reader,
    refresh,
  }
}

function recordIn(answer: Json, id: string | undefined, reader: Reader): JsonObject | undefined {
  const record = reader.record(answer)
  if (record !== undefined && reader.id(record) !== undefined) return record
  const listed = reader.listing(answer).rows.find((row) => id !== undefined && reader.id(row) === id)
  return listed ?? (record !== undefined && isPage(record) ? undefined : record)
}

const pageNames =
  /^(success|ok|status|code|message|request_?id|timestamp|total|count|limit|offset|page|has_?more|next|meta|pagination)$/i
function isPage(record: JsonObject): boolean {
  return Object.entries(record).every(([name, value]) => Array.isArray(value) || value === null || pageNames.test(name))
}

/**
 * The identifier in the path where the route has a place for it, else in query or body; other names of the path come
 * from the row.
 */
export function getParts(
  entry: Pick<OperationInfo, 'method' | 'pathParams'> | undefined,
  idName: string,
  id: string,
  row: JsonObject | undefined,
  also: readonly string[] = [],
): RequestParts {
  const params = entry?.pathParams ?? []
  const place = params.includes(idName) ? idName : params.length === 1 ? params[0] : undefined
  const path = Object.fromEntries(params.map((name) => [name, name === place ? id : (scalarText(row?.[name]) ?? '')]))
  const inPath = place === undefined ? {} : { path }
  if (place !== undefined) return entry?.method === 'GET' ? inPath : { ...inPath, body: {} }
  const named = { ...Object.fromEntries(also.map((name) => [name, scalarText(row?.[name]) ?? id])), [idName]: id }
  return entry?.method === 'GET' ? { query: named } : { body: named }
}
