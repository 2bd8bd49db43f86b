// Records by name: those that screens showed before, those that this page knows, and what is chosen for the broadcast.
import { foldedWords, hasWords } from '#contract/folding.ts'
import { computed, type ComputedRef, type Ref } from 'vue'
import type { SeenRecord } from '#contract/requests.ts'
import { isPerson } from '#contract/people.ts'
import { recordAddress } from '#kit/composables/operation-address.ts'
import { usePrivacy } from '#kit/composables/usePrivacy.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useNames } from '#kit/stores/names.ts'
import type { Entry } from './search.ts'

type Named = Pick<SeenRecord, 'resource' | 'id' | 'title'>

const chosenResources = { stream: 'video/stream', poll: 'vote/embed', link: 'payment/link' } as const

/** `seen` is what the backend found for the same words. */
export function useRecordEntries(
  words: () => string,
  seen: Ref<readonly SeenRecord[]>,
  go: (to: ReturnType<typeof recordAddress>) => void,
  limit: number,
): ComputedRef<Entry[]> {
  const catalog = useCatalog()
  const names = useNames()
  const broadcast = useBroadcast()
  const { masked } = usePrivacy()
  const productOf = computed(() => new Map(catalog.operations.map(({ resource, product }) => [resource, product])))

  const known = computed<Named[]>(() => {
    const typed = foldedWords(words())
    if (typed.length === 0) return []
    const chosen = (['stream', 'poll', 'link'] as const).flatMap((part) => {
      const one = broadcast.current?.[part]
      return one?.name === undefined || !hasWords(one.name, typed)
        ? []
        : [{ resource: chosenResources[part], id: one.id, title: one.name }]
    })
    // A hidden name finds nobody.
    return [...chosen, ...names.matching(words()).filter(({ resource }) => !masked.value || !isPerson(resource))]
  })

  return computed(() => {
    const all = new Map<string, Named>()
    for (const record of [...known.value, ...seen.value]) {
      const key = `${record.resource} ${record.id}`
      if (all.get(key)?.title === undefined) all.set(key, record)
    }
    return [...all]
      .flatMap(([key, { resource, id, title }]) => {
        const product = productOf.value.get(resource)
        if (product === undefined) return []
        // A name that was shown on a shared screen can't be taken back.
        const name = masked.value && isPerson(resource) ? undefined : title
        return {
          id: key,
          label: name ?? id,
          suffix: name === undefined ? resource : key,
          icon: 'i-lucide-file-text',
          act: () => go(recordAddress(product, resource, id)),
        }
      })
      .slice(0, limit)
  })
}
