import { computed, ref, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { defined } from '#contract/defined.ts'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { certainties, type Reading } from '#answers/answer.ts'
import { nextRequest } from '#answers/whole.ts'
import { inSlices } from '#kit/composables/in-slices.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { listsOf } from '../action/questions.ts'
import { keyRows, type KeyedRows } from './row-keys.ts'
import { readPlatform } from '../read.ts'
import type { ActionSpec, OperationKey, RequestParts, ResourceSpec } from '../types.ts'
import { useRecordSeen } from '../useRecordSeen.ts'
import { useReader } from '../useReader.ts'

export interface Search {
  action: ActionSpec
  parts: RequestParts
}

export type ListingState = ReturnType<typeof useListing>

/** A platform that names a limit of its own overrides it. */
const pageSize = 100

/** Reads a list page by page from the first `restart` on, and anew when the environment or the question changes. */
export function useListing(spec: MaybeRefOrGetter<ResourceSpec>) {
  const catalog = useCatalog()
  const environments = useEnvironments()
  const search = shallowRef<Search>()
  const operation = computed<OperationKey | undefined>(() => search.value?.action.operation ?? toValue(spec).list)
  // Field names that were chosen for the list count for its searches too.
  const reader = useReader(
    () => toValue(spec).list ?? operation.value,
    () => toValue(spec).resource,
  )

  const remember = useRecordSeen(() => toValue(spec).resource, reader)

  const none = keyRows([], reader.idsOf)
  const rows = shallowRef<JsonObject[]>([])
  const keys = shallowRef(none)
  const state = ref<'idle' | 'loading' | 'more' | 'done' | 'error'>('idle')
  const error = ref<DeskError>()
  const failedAt = ref<number>()
  const total = ref<number>()
  const beside = shallowRef<JsonObject>({})
  const lists = shallowRef<string[]>([])
  const leastSure = shallowRef<{ reading: Reading; answer: Json }>()
  const at = ref<string>()
  const short = ref(false)
  const raw = shallowRef<ReadAnswer[]>([])
  /** Also the offset of the next page. */
  const received = ref(0)
  /** Whether another page is likely. */
  const maybeMore = ref(false)
  let limit: number | undefined
  /** The next page as the answer itself says that it is asked for. */
  let following: RequestParts | undefined
  let sequence = 0
  let wanted = false
  /** The newest rows under their keys, once they are ready. */
  let reading = Promise.resolve(none)

  const hasMore = computed(
    () =>
      !short.value &&
      rows.value.length > 0 &&
      (total.value === undefined ? maybeMore.value : received.value < total.value),
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
    const mine = ++sequence
    state.value = offset === 0 ? 'loading' : 'more'
    try {
      await catalog.ensure()
      const asked = (offset > 0 ? following : undefined) ?? parts(offset)
      const answer = await readPlatform(key, asked)
      if (mine !== sequence) return
      const listing = reader.listing(answer.data, answer)
      raw.value = offset === 0 ? [answer] : [...raw.value, answer]
      read(offset === 0 ? none : await newest(), [listing.rows])
      const next = await newest()
      if (mine !== sequence) return
      take(answer.data, listing, next, offset, asked)
      following = nextParts(key, asked, listing)
      at.value = offset === 0 || at.value === undefined ? answer.receivedAt : at.value
      error.value = undefined
      state.value = 'done'
    } catch (reason) {
      if (mine !== sequence) return
      error.value = asDeskError(reason)
      failedAt.value = Date.now()
      state.value = 'error'
    }
  }

  function take(data: Json, listing: Reading, next: KeyedRows, offset: number, asked: RequestParts): void {
    const known = offset === 0 ? 0 : rows.value.length
    show(next)
    received.value = offset + listing.rows.length
    limit ??=
      listing.limit ?? (listing.total !== undefined && listing.total > received.value ? listing.rows.length : undefined)
    const size = sizeOf(asked) ?? limit
    maybeMore.value = listing.more || (size !== undefined && listing.rows.length >= size)
    total.value = listing.total
    beside.value = listing.beside
    lists.value = listsOf(listing)
    keepLeastSure(listing, data, offset === 0)
    // A platform that ignores the offset answers with the same page again.
    short.value = offset > 0 && next.rows.length === known
  }

  function nextParts(operation: OperationKey, asked: RequestParts, listing: Reading): RequestParts | undefined {
    const { ask } = listing
    // By offset the list asks in any case, with its limit.
    if (ask !== undefined && 'fields' in ask && ask.fields['offset'] === received.value) return undefined
    const entry = catalog.byKey.get(operation)
    const origin = (): string | undefined => URL.parse(environments.selected?.baseUrl ?? '')?.origin
    const next = entry && nextRequest({ operation, ...asked }, listing, { operation: entry, origin }, received.value)
    if (next?.named !== true) return undefined
    const { path, query, body } = next.request
    return defined({ path, query, body: body as Json | undefined })
  }

  /** The least sure page counts. After the first, an empty page is the end. */
  function keepLeastSure(listing: Reading, answer: Json, first: boolean): void {
    const before = first ? undefined : leastSure.value?.reading
    const isEnd = !first && listing.reason === 'nothing_there'
    if (
      before === undefined ||
      (!isEnd && certainties.indexOf(listing.certainty) > certainties.indexOf(before.certainty))
    )
      leastSure.value = { reading: listing, answer }
  }

  /** A later call replaces an earlier one. */
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
    remember(next.rows)
  }

  function forget(): void {
    sequence += 1
    rows.value = []
    keys.value = none
    reading = Promise.resolve(none)
    raw.value = []
    received.value = 0
    maybeMore.value = false
    limit = undefined
    following = undefined
    total.value = undefined
    beside.value = {}
    lists.value = []
    leastSure.value = undefined
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

  // Answers of another environment or question disappear at once.
  watch(
    [() => environments.selected?.id, () => toValue(spec).list, () => JSON.stringify(toValue(spec).listParts ?? {})],
    (_, before) => {
      if (before[1] !== toValue(spec).list) search.value = undefined
      forget()
      if (wanted) void restart()
    },
  )
  // Another choice of the person reads the same answers again.
  watch([reader.choice, reader.ready], () => {
    if (raw.value.length === 0) return
    const pages = raw.value.map((answer) => ({ data: answer.data, listing: reader.listing(answer.data, answer) }))
    for (const [page, { data, listing }] of pages.entries()) keepLeastSure(listing, data, page === 0)
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
    /** The record's identifier where it has one of its own. */
    keyOf: (row: JsonObject, index?: number) => keys.value.keyOf(row, index),
    byKey: computed(() => keys.value.byKey),
    state,
    error,
    /** Milliseconds since 1970. */
    failedAt,
    total,
    beside,
    /** The platform names more than it gives. */
    short,
    lists,
    /** Of the least sure page. */
    reading: computed(() => leastSure.value?.reading),
    answer: computed(() => leastSure.value?.answer),
    /** When the oldest page was received; ISO 8601. */
    at,
    hasMore,
    reader,
    search,
    restart,
    /** The next page; also continues after an error. */
    async more() {
      if (state.value === 'loading' || state.value === 'more') return
      if (rows.value.length === 0) await restart()
      else if (hasMore.value || state.value === 'error') await load(received.value)
    },
    /** Replaces the list by a search; undefined goes back to the list. */
    async find(next: Search | undefined) {
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
