import { shallowReactive, watch } from 'vue'
import type { Intent } from '#contract/models.ts'
import { useDrafts } from '#writing/stores/drafts.ts'

const keyOf = ({ id, revision }: NonNullable<Intent['draft']>): string => `${id}@${revision}`

/** Titles of the revisions that intents carry, read one after the other as they come into sight. */
export function useDraftTitles(intents: () => Intent[]): (intent: Intent) => string | undefined {
  const drafts = useDrafts()
  const titles = shallowReactive(new Map<string, string>())
  const asked = new Set<string>()
  let last: Promise<void> = Promise.resolve()

  watch(
    intents,
    (shown) => {
      for (const { draft } of shown) {
        if (draft === undefined || asked.has(keyOf(draft))) continue
        asked.add(keyOf(draft))
        last = last
          .then(() => drafts.get(draft.id, draft.revision))
          .then(({ title }) => void titles.set(keyOf(draft), title))
          .catch(() => undefined)
      }
    },
    { immediate: true },
  )

  return ({ draft }) => (draft && titles.get(keyOf(draft))) || undefined
}
