import { shallowRef, watch, type Ref } from 'vue'
import type { HistoryEntry } from '#contract/requests.ts'
import { usePaged } from '#kit/composables/usePaged.ts'
import { useHistory } from '#kit/stores/history.ts'
import { historyInput, type HistoryFilter } from '../model/history-filter.ts'
import { broughtUp } from '../model/history-rows.ts'

const pageSize = 200

/** The history for a filter, kept live; new entries wait while `still` says so. */
export function useHistoryList(filter: Readonly<Ref<HistoryFilter>>, still: () => boolean) {
  const history = useHistory()
  const held = shallowRef<HistoryEntry[]>([])
  const paged = usePaged((before) => history.list(historyInput(filter.value, pageSize, before)))
  let looking = false
  let again = false
  let question = 0

  async function restart(): Promise<void> {
    question += 1
    held.value = []
    await paged.restart()
  }

  /** Reads the first page again. A failure changes nothing; the next change reads again. */
  async function look(): Promise<void> {
    if (looking) {
      again = true
      return
    }
    looking = true
    const mine = question
    try {
      const page = await history.list(historyInput(filter.value, pageSize, undefined))
      if (mine !== question || paged.state.value === 'loading') return
      const { items, arrived } = broughtUp(paged.items.value, page)
      paged.items.value = items
      held.value = arrived
      if (!still()) release()
    } catch {
      return
    } finally {
      looking = false
      if (again) {
        again = false
        void look()
      }
    }
  }

  function release(): void {
    // More than a page is new: what lies between it and the rows is not known.
    if (held.value.length >= pageSize) return void restart()
    paged.items.value = [...held.value, ...paged.items.value].sort((a, b) => (a.id < b.id ? 1 : -1))
    held.value = []
  }

  watch(filter, (next, before) => {
    if (JSON.stringify(next) !== JSON.stringify(before)) void restart()
  })
  watch(
    () => history.version,
    () => void (paged.state.value === 'error' ? restart() : look()),
  )

  return { ...paged, restart, held, release }
}
