import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { AuthScheme, OperationInfo } from '#contract/operation.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useCredentials } from '#kit/stores/credentials.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { sectionsOf, type Section } from './sections.ts'

export function useSections(): ComputedRef<Section[]> {
  const catalog = useCatalog()
  void catalog.ensure()
  return computed(() => sectionsOf(catalog.operations))
}

export type Lack = 'address' | 'apiKey' | 'session'

/** What keeps an operation from being asked: no address, or no credential of its scheme. */
export function useLack(operation: MaybeRefOrGetter<OperationInfo | undefined>): {
  lack: ComputedRef<Lack | undefined>
  scheme: ComputedRef<AuthScheme>
  known: ComputedRef<boolean>
} {
  const environments = useEnvironments()
  const credentials = useCredentials()
  const settings = useSettings()
  void credentials.ensure()
  void settings.ensure()
  const scheme = computed((): AuthScheme => {
    const asked = toValue(operation)
    if (asked === undefined || asked.auth === 'none') return 'none'
    return settings.values.authOverrides[asked.product] ?? asked.auth
  })
  const lack = computed((): Lack | undefined => {
    const environment = environments.selected
    if (environment === undefined) return undefined
    if (!environment.configured) return 'address'
    // The rehearsal has a practice account of its own.
    if (environment.id === 'rehearsal') return undefined
    const needed = scheme.value
    return needed !== 'none' && credentials.status[environment.id]?.credentials[needed].state === 'absent'
      ? needed
      : undefined
  })
  const known = computed(
    () =>
      environments.selected !== undefined &&
      (scheme.value === 'none' || credentials.reading === 'read' || credentials.reading === 'failed'),
  )
  return { lack, scheme, known }
}
