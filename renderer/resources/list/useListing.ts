import { computed, ref, shallowRef, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref, ShallowRef } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { certainties } from '#answers/answer.ts'
import type { Reading } from '#answers/answer.ts'
import { inSlices } from '../../composables/in-slices.ts'
import { useCatalog } from '../../stores/catalog.ts'
import { useEnvironments } from '../../stores/environments.ts'
import { listsOf } from '../action/questions.ts'
import { keyRows } from './row-keys.ts'
import type { KeyedRows } from './row-keys.ts'
import { readPlatform } from '../read.ts'
import type { ActionSpec, OperationKey, RequestParts, ResourceSpec } from '../types.ts'
import { useRecordSeen } from '../useRecordSeen.ts'
import { useReader } from '../useReader.ts'
import type { Reader } from '../useReader.ts'

/** A search that takes the list's place. */
export interface Search {
  action: ActionSpec
  parts: RequestParts
}

export interface ListingState {
  rows: ShallowRef<JsonObject[]>
  /** Unique over the rows: the record's identifier where it has one of its own. */
  keyOf: KeyedRows['keyOf']
  byKey: ComputedRef<ReadonlyMap<string, JsonObject>>
  /** `more`: a further page is under way, the rows before it stand. */
  state: Ref<'idle' | 'loading' | 'more' | 'done' | 'error'>
  error: Ref<DeskError | undefined>
  /** When the error came; milliseconds since 1970. */
  failedAt: Ref<number | undefined>
  /** As the platform says it. */
  total: Ref<number | undefined>
  /** What stood beside the list. */
  beside: ShallowRef<JsonObject>
  /** The platform names more than it gives when it is asked for more. */
  short: Ref<boolean>
  lists: ShallowRef<string[]>
  /** How sure the reading of the least sure page is. */
  reading: ComputedRef<Reading | undefined>
  /** That page as it came. */
  answer: ComputedRef<Json | undefined>
  /** When the oldest page was received; ISO 8601. */
  at: Ref<string | undefined>
  hasMore: ComputedRef<boolean>
  reader: Reader
  search: ShallowRef<Search | undefined>
  restart: () => Promise<void>
  /** The next page; also goes on after an error. */
  more: () => Promise<void>
  /** Asks a search in the list's place; undefined goes back to the list. */
  find: (search: Search | undefined) => Promise<void>
}

/** A specified search of pages says its own limit. */
const pageSize = 100

/** Reads a list of the platform page by page, on demand. Starts when it is first asked (`restart`) and anew when environment or question changes. */
export function useListing(spec: MaybeRefOrGetter<ResourceSpec>): ListingState {
  const catalog = useCatalog()
  const environments = useEnvironments()
  const search = shallowRef<Search>()
  const operation = computed<OperationKey | undefined>(() => search.value?.action.operation ?? toValue(spec).list)
  // Names that were chosen for the list count for its searches too: it is the same record.
  const reader = useReader(
    () => toValue(spec).list ?? operation.value,
    () => toValue(spec).resource,
  )

  const note = useRecordSeen(() => toValue(spec).resource, reader)

  const none = keyRows([], reader.idsOf)
  const rows = shallowRef<JsonObject[]>([])
  const keys = shallowRef(none)
  const state = ref<'idle' | 'loading' | 'more' | 'done' | 'error'>('idle')
  const error = ref<DeskError>()
  const failedAt = ref<number>()
  const total = ref<number>()
  const beside = shallowRef<JsonObject>({})
  const lists = shallowRef<string[]>([])
  const judged = shallowRef<{ reading: Reading; answer: Json }>()
  const at = ref<string>()
  const short = ref(false)
  const raw = shallowRef<Json[]>([])
  /** How many the platform gave so far; also the offset of the next page. */
  const seen = ref(0)
  /** Whether the last page was as long as it may be, or says that another one comes. */
  const full = ref(false)
  let limit: number | undefined
  let question = 0
  let wanted = false
  /** What came so far under its keys, once it is read. */
  let reading = Promise.resolve(none)

  const hasMore = computed(
    () => !short.value && rows.value.length > 0 && (total.value === undefined ? full.value : seen.value < total.value),
  )

  function parts(offset: number): RequestParts {
    const base = search.value?.parts ?? toValue(spec).listParts ?? {}
    const entry = operation.value === undefined ? undefined : catalog.byKey.get(operation.value)
    const size = limit ?? (entry?.paging === undefined ? undefined : pageSize)
    if (offset === 0 && size === undefined)
      return entry?.method === 'POST' && base.body === undefined ? { ...base, body: {} } : base
    const paging = { ...(size === undefined ? {} : { limit: size }), offset }
    if (entry?.method === 'GET') return { ...base, query: { ...paging, ...base.query, offset } }
    return { ...base, body: { ...paging, ...(isObject(base.body) ? base.body : {}), offset } }
  }

  async function load(offset: number): Promise<void> {
    const key = operation.value
    if (key === undefined) return
    const mine = ++question
    state.value = offset === 0 ? 'loading' : 'more'
    try {
      await catalog.ensure()
      const asked = parts(offset)
      const answer = await readPlatform(key, asked)
      if (mine !== question) return
      const listing = reader.listing(answer.data)
      raw.value = offset === 0 ? [answer.data] : [...raw.value, answer.data]
      read(offset === 0 ? none : await newest(), [listing.rows])
      const next = await newest()
      if (mine !== question) return
      take(answer.data, listing, next, offset, asked)
      at.value = offset === 0 || at.value === undefined ? answer.receivedAt : at.value
      error.value = undefined
      state.value = 'done'
    } catch (reason) {
      if (mine !== question) return
      error.value = asDeskError(reason)
      failedAt.value = Date.now()
      state.value = 'error'
    }
  }

  function take(data: Json, listing: Reading, next: KeyedRows, offset: number, asked: RequestParts): void {
    const known = offset === 0 ? 0 : rows.value.length
    show(next)
    seen.value = offset + listing.rows.length
    limit ??=
      listing.limit ?? (listing.total !== undefined && listing.total > seen.value ? listing.rows.length : undefined)
    const size = sizeOf(asked) ?? limit
    full.value = listing.more || (size !== undefined && listing.rows.length >= size)
    total.value = listing.total
    beside.value = listing.beside
    lists.value = listsOf(listing)
    judge(listing, data, offset === 0)
    // A platform that takes no offset answers with the same page again: there is nothing to go on with.
    short.value = offset > 0 && next.rows.length === known
  }

  /** The least sure page speaks for all. Behind the first, a page without anything is the end. */
  function judge(listing: Reading, answer: Json, first: boolean): void {
    const before = first ? undefined : judged.value?.reading
    const isEnd = !first && listing.reason === 'nothing_there'
    if (
      before === undefined ||
      (!isEnd && certainties.indexOf(listing.certainty) > certainties.indexOf(before.certainty))
    )
      judged.value = { reading: listing, answer }
  }

  /** A list of 100,000 is read in slices; a later reading takes its place. */
  function read(from: KeyedRows, pages: readonly JsonObject[][]): void {
    reading = (async () => {
      let next = from
      for (const page of pages) next = await inSlices(next.adding(page))
      return next
    })()
  }
  async function newest(): Promise<KeyedRows> {
    for (;;) {
      const last = reading
      const next = await last
      if (last === reading) return next
    }
  }
  function show(next: KeyedRows): void {
    rows.value = next.rows
    keys.value = next
    note(next.rows)
  }

  function forget(): void {
    question += 1
    rows.value = []
    keys.value = none
    reading = Promise.resolve(none)
    raw.value = []
    seen.value = 0
    full.value = false
    limit = undefined
    total.value = undefined
    beside.value = {}
    lists.value = []
    judged.value = undefined
    at.value = undefined
    short.value = false
    error.value = undefined
    state.value = 'idle'
  }

  async function restart(): Promise<void> {
    wanted = true
    limit = undefined
    await load(0)
  }

  // What another environment, or another question, was answered with is not shown a moment longer.
  watch(
    [() => environments.selected?.id, () => toValue(spec).list, () => JSON.stringify(toValue(spec).listParts ?? {})],
    (_, before) => {
      if (before[1] !== toValue(spec).list) search.value = undefined
      forget()
      if (wanted) void restart()
    },
  )
  // Another choice of the person reads the same answers anew, without asking the platform again.
  watch([reader.choice, reader.ready], () => {
    if (raw.value.length === 0) return
    const pages = raw.value.map((data) => ({ data, listing: reader.listing(data) }))
    for (const [page, { data, listing }] of pages.entries()) judge(listing, data, page === 0)
    const [first] = pages
    if (first !== undefined) lists.value = listsOf(first.listing)
    read(
      none,
      pages.map(({ listing }) => listing.rows),
    )
    void newest().then(show)
  })

  return {
    rows,
    keyOf: (row, index) => keys.value.keyOf(row, index),
    byKey: computed(() => keys.value.byKey),
    state,
    error,
    failedAt,
    total,
    beside,
    short,
    lists,
    reading: computed(() => judged.value?.reading),
    answer: computed(() => judged.value?.answer),
    at,
    hasMore,
    reader,
    search,
    restart,
    async more() {
      if (state.value === 'loading' || state.value === 'more') return
      if (rows.value.length === 0) await restart()
      else if (hasMore.value || state.value === 'error') await load(seen.value)
    },
    async find(next) {
      search.value = next
      forget()
      await restart()
    },
  }
}

function sizeOf({ query, body }: RequestParts): number | undefined {
  const size = query?.['limit'] ?? (isObject(body) ? body['limit'] : undefined)
  return typeof size === 'number' ? size : undefined
}
