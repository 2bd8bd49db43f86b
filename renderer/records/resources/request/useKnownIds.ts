import { shallowReactive, watch } from 'vue'
import type { OperationInfo } from '#contract/operation.ts'
import { isPerson } from '#contract/people.ts'
import { usePrivacy } from '#kit/composables/usePrivacy.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useSeen } from '#kit/stores/seen.ts'
import { isIdentifierName } from '../nouns.ts'
import { resourcesOf } from './known-ids.ts'

export interface KnownId {
  value: string
  text: string
}

const most = 30

/** Records seen lately for the fields of an operation that carry identifiers, by the field's name. */
export function useKnownIds(entry: () => OperationInfo | undefined): (name: string, always?: boolean) => KnownId[] {
  const catalog = useCatalog()
  const seen = useSeen()
  const environments = useEnvironments()
  const { masked } = usePrivacy()
  const read = shallowReactive(new Map<string, KnownId[]>())

  async function load(resource: string): Promise<void> {
    const records = await seen.list({ resource, limit: most }).catch(() => [])
    read.set(
      resource,
      records.map(({ id, title }) => ({
        value: id,
        text: title === undefined || (masked.value && isPerson(resource)) ? resource : `${title} (${resource})`,
      })),
    )
  }
  watch([() => seen.version, () => environments.selected?.id, masked], () => {
    for (const resource of read.keys()) void load(resource)
  })

  return (name, always = false) => {
    const of = entry()
    if (of === undefined || (!always && !isIdentifierName(name))) return []
    const found = resourcesOf(name, of, catalog.operations)
    for (const resource of found) {
      if (read.has(resource)) continue
      // Reactive state must not change while it is drawn.
      queueMicrotask(() => {
        if (read.has(resource)) return
        read.set(resource, [])
        void load(resource)
      })
    }
    return found.flatMap((resource) => read.get(resource) ?? [])
  }
}
