import { onBeforeUnmount, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Intent } from '#contract/models.ts'
import { usePaged } from '#kit/composables/usePaged.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { listInput, matches, type Filter } from '../model/filter.ts'

const pageSize = 200

/** The intents for a filter, kept live; new ones wait while `still` says so. */
export function useIntentList(
  filter: Readonly<Ref<Filter>>,
  /** Words that find it, beside its request and answer. */
  wordsOf: (intent: Intent) => string,
  still: () => boolean,
) {
  const ledger = useLedger()
  const { link } = useLink()
  const held = shallowRef<Intent[]>([])
  const paged = usePaged((before) => ledger.list(listInput(filter.value, pageSize, before)))

  function restart(): Promise<void> {
    held.value = []
    return paged.restart()
  }

  function replaceIn(list: ShallowRef<Intent[]>, intent: Intent): boolean {
    const at = list.value.findIndex(({ id }) => id === intent.id)
    if (at < 0) return false
    list.value = list.value.with(at, intent)
    return true
  }

  function take(intent: Intent): void {
    if (replaceIn(paged.items, intent) || replaceIn(held, intent)) return
    // An old intent that changed but was not loaded yet comes with its page.
    const oldest = paged.items.value.at(-1)
    if (paged.hasMore.value && oldest && intent.createdAt < oldest.createdAt) return
    if (!matches(intent, filter.value, wordsOf(intent))) return
    if (still()) held.value = [intent, ...held.value]
    else paged.items.value = byTime([intent, ...paged.items.value])
  }

  onBeforeUnmount(ledger.onChange(take))
  watch(filter, (next, before) => {
    if (JSON.stringify(next) !== JSON.stringify(before)) void restart()
  })
  watch(link, (state, before) => {
    if (state === 'open' && before === 'lost') void restart()
  })

  return {
    ...paged,
    restart,
    held,
    release() {
      paged.items.value = byTime([...held.value, ...paged.items.value])
      held.value = []
    },
  }
}

function byTime(intents: Intent[]): Intent[] {
  const [first, second] = intents
  return first && second && first.createdAt < second.createdAt
    ? intents.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    : intents
}
