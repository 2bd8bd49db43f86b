import type { Ref } from 'vue'
import type { Draft } from '#contract/draft.ts'
import { labelAt } from '#kit/base/schema-label.ts'
import { useCatalog } from '#kit/stores/catalog.ts'

export function useDraftLabels(draft: Readonly<Ref<Draft | undefined>>): (place: string) => string | undefined {
  const catalog = useCatalog()
  void catalog.ensure()
  return (place) => {
    const entry = catalog.byKey.get(draft.value?.operation ?? '')
    return place.startsWith('body.') ? labelAt(entry?.body ?? entry?.suggested, place.slice('body.'.length)) : undefined
  }
}
