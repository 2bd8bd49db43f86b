import { onScopeDispose, watch, type Ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { DraftHead } from '#contract/draft.ts'
import type { BridgeEvents } from '#contract/events.ts'
import { useDrafts } from '../stores/drafts.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import { usePaged, type Paged } from '#kit/composables/usePaged.ts'

const pageSize = 100

export type DraftFilter = Omit<BridgeInput<'drafts.list'>, 'limit' | 'before'>

/**
 * Drafts for a filter, kept up to date by `drafts.changed`. A change of the filter asks anew, one question at a time.
 */
export function useDraftList(filter: Readonly<Ref<DraftFilter>>) {
  const drafts = useDrafts()
  const paged = usePaged((before) =>
    drafts.list({ ...asked(filter.value), limit: pageSize, ...(before === undefined ? {} : { before }) }),
  )
  const restart = oneAtATime(paged.restart)
  const drop = (id: string): void => {
    if (paged.items.value.some((item) => item.id === id))
      paged.items.value = paged.items.value.filter((item) => item.id !== id)
  }

  function take({ draft, removed }: BridgeEvents['drafts.changed']): void {
    if (removed !== undefined) drop(removed)
    if (draft === undefined) return
    const at = paged.items.value.findIndex(({ id }) => id === draft.id)
    const known = paged.items.value[at]
    if (!belongs(draft, filter.value)) drop(draft.id)
    // In its place: a row must not move away under the pointer.
    else if (known !== undefined)
      paged.items.value = paged.items.value.with(at, known.hits === undefined ? draft : { ...draft, hits: known.hits })
    else if (!asked(filter.value).query && isNew(draft, paged)) paged.items.value = [draft, ...paged.items.value]
  }

  onScopeDispose(drafts.onChange(take))
  onScopeDispose(drafts.onGap(() => paged.state.value !== 'idle' && void restart()))
  watch(
    () => JSON.stringify(asked(filter.value)),
    () => void restart(),
  )
  return { ...paged, restart, drop }
}

function asked({ query, ...rest }: DraftFilter): DraftFilter {
  const words = query?.trim().slice(0, 200) ?? ''
  return words === '' ? rest : { ...rest, query: words }
}

function belongs(draft: DraftHead, { operation, tag, environment, removed }: DraftFilter): boolean {
  return (
    (draft.removedAt !== undefined) === (removed ?? false) &&
    (operation === undefined || [operation].flat().includes(draft.operation)) &&
    (tag === undefined || draft.tags.includes(tag)) &&
    (environment === undefined || draft.environment === environment)
  )
}

function isNew(draft: DraftHead, { items, hasMore, state }: Paged<DraftHead>): boolean {
  const last = items.value.at(-1)
  return state.value === 'done' && (!hasMore.value || last === undefined || draft.updatedAt > last.updatedAt)
}
