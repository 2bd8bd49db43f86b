import { foldedWords } from '#contract/folding.ts'
import { onScopeDispose, ref, shallowRef, toRaw, watch } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { orderRows, type Sorting } from './table-order.ts'
import type { TableColumn } from '../../composables/table-column.ts'

export interface Shown {
  rows: readonly JsonObject[]
  /** Indexes into `rows`; undefined for all of them as they came. */
  order: readonly number[] | undefined
  /** Whether the person changed the order or filter; otherwise rows came. */
  fresh: boolean
}

export const countOf = ({ rows, order }: Pick<Shown, 'rows' | 'order'>): number => order?.length ?? rows.length

export function rowAt(
  { rows, order }: Pick<Shown, 'rows' | 'order'>,
  place: number,
): { row: JsonObject; index: number } | undefined {
  const index = order === undefined ? place : order[place]
  const row = index === undefined ? undefined : rows[index]
  return row === undefined || index === undefined ? undefined : { row, index }
}

export function useTableView(rows: () => readonly JsonObject[], columns: () => readonly TableColumn[]) {
  const sorting = ref<Sorting>()
  const filter = ref('')
  const ordering = ref(false)
  // Proxies around tens of thousands of rows would cost more than the rows.
  const shown = shallowRef<Shown>({ rows: toRaw(rows()), order: undefined, fresh: false })
  let texts = new WeakMap<JsonObject, string>()
  let job = 0

  async function bring(fresh: boolean): Promise<void> {
    const mine = ++job
    const request = { rows: toRaw(rows()), columns: columns(), sorting: sorting.value, filter: filter.value }
    const plain = request.sorting === undefined && foldedWords(request.filter).length === 0
    ordering.value = !plain
    const order = plain ? undefined : await orderRows(request, texts, () => pause(() => mine === job))
    if (mine !== job) return
    ordering.value = false
    shown.value = { rows: request.rows, order, fresh }
  }

  watch(columns, () => (texts = new WeakMap()), { flush: 'sync' })
  watch([rows, () => rows().length, columns], () => void bring(false))
  watch([sorting, filter], () => void bring(true))
  onScopeDispose(() => (job += 1))

  return {
    shown,
    sorting,
    filter,
    ordering,
    /** First ascending, then descending, then as they came. */
    sortBy: (column: string): void => {
      const now = sorting.value
      if (now?.column !== column) sorting.value = { column, descending: false }
      else sorting.value = now.descending ? undefined : { column, descending: true }
    },
  }
}

export function placeOf(
  shown: Pick<Shown, 'rows' | 'order'>,
  id: string,
  near: number,
  rowId: (row: JsonObject, index: number) => string,
  reach = 2_000,
): number | undefined {
  const count = countOf(shown)
  const fits = (place: number): boolean => {
    const found = place >= 0 && place < count ? rowAt(shown, place) : undefined
    return found !== undefined && rowId(found.row, found.index) === id
  }
  for (let off = 0; off <= reach; off += 1) {
    if (fits(near + off)) return near + off
    if (off > 0 && fits(near - off)) return near - off
    if (near + off >= count && near - off < 0) return undefined
  }
  return undefined
}

function pause(wanted: () => boolean): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(wanted()), 0))
}
