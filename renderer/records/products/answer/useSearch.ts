import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { SearchPlace } from './engine/document.ts'
import type { Hits } from './engine/search.ts'
import type { AskDocument } from './reader.ts'

export type AnswerSearch = ReturnType<typeof useSearch>

const restMs = 200

/** A search in what is shown; a newer one takes the place of one that runs. */
export function useSearch(ask: () => AskDocument, place: () => SearchPlace) {
  const typed = ref('')
  const query = ref('')
  const found = shallowRef<Hits>()
  /** The hit that is shown, counted from 0; -1 before the first step. */
  const at = ref(-1)
  const busy = ref(false)
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    clearTimeout(timer)
    turn += 1
    const mine = turn
    query.value = typed.value.slice(0, 200)
    found.value = undefined
    at.value = -1
    busy.value = query.value !== ''
    if (query.value === '') {
      await ask()('stop').catch(() => undefined)
      return
    }
    const hits = await ask()('search', query.value, place()).catch(() => undefined)
    if (mine !== turn) return
    busy.value = false
    found.value = hits
  }
  function stop(): void {
    turn += 1
    busy.value = false
    void ask()('stop').catch(() => undefined)
  }
  function type(text: string): void {
    typed.value = text
    clearTimeout(timer)
    timer = setTimeout(() => void look(), restMs)
  }
  onScopeDispose(() => {
    turn += 1
    clearTimeout(timer)
  })

  return {
    typed,
    type,
    query,
    found,
    at,
    busy,
    hit: computed(() => found.value?.hits[at.value]),
    async step(by: 1 | -1): Promise<void> {
      if (query.value !== typed.value || found.value === undefined) await look()
      const count = found.value?.hits.length ?? 0
      if (count > 0) at.value = at.value < 0 ? (by === 1 ? 0 : count - 1) : (at.value + by + count) % count
    },
    go(to: number): void {
      at.value = to
    },
    again: (): Promise<void> => (typed.value === '' ? Promise.resolve() : look()),
    stop,
  }
}
