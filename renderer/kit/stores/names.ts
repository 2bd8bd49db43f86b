import { foldedWords, hasWords } from '#contract/folding.ts'
import { defineStore } from 'pinia'
import { shallowReactive, watch } from 'vue'
import { useEnvironments } from './environments.ts'
import { useSeen } from './seen.ts'

const mostKept = 2_000

/** Names of records by their identifiers, for this page only: main keeps none of people and money. */
export const useNames = defineStore('names', () => {
  const environments = useEnvironments()
  const seen = useSeen()
  const known = shallowReactive(new Map<string, string>())
  const asked = new Map<string, Promise<void>>()
  watch(
    () => environments.selected?.id,
    () => {
      known.clear()
      asked.clear()
    },
  )

  const keyOf = (resource: string, id: string): string => `${resource} ${id}`

  function note(resource: string, records: ReadonlyArray<{ id: string; title?: string | undefined }>): void {
    for (const { id, title } of records)
      if (title !== undefined && title !== id && known.get(keyOf(resource, id)) !== title)
        known.set(keyOf(resource, id), title)
    for (const key of known.keys()) {
      if (known.size <= mostKept) break
      known.delete(key)
    }
  }

  const nameOf = (resource: string, id: string): string | undefined => known.get(keyOf(resource, id))

  /** Records whose name has every word. */
  function matching(words: string): Array<{ resource: string; id: string; title: string }> {
    const wanted = foldedWords(words)
    if (wanted.length === 0) return []
    return [...known].flatMap(([key, title]) => {
      const gap = key.indexOf(' ')
      return hasWords(title, wanted) ? [{ resource: key.slice(0, gap), id: key.slice(gap + 1), title }] : []
    })
  }

  /** Finds names once for each environment: first among the records that were shown before, then with `read`. */
  function want(resource: string, ids: readonly string[], read: () => Promise<void>): void {
    const missing = (): boolean => ids.some((id) => nameOf(resource, id) === undefined)
    if (asked.has(resource) || environments.selected === undefined || !missing()) return
    asked.set(
      resource,
      (async () => {
        const environment = environments.selected?.id
        const records = await seen.list({ resource, limit: 200 }).catch(() => [])
        if (environment !== environments.selected?.id) return
        note(resource, records)
        // Without a name the identifier is shown.
        if (missing()) await read().catch(() => undefined)
      })(),
    )
  }

  return { note, nameOf, matching, want }
})
