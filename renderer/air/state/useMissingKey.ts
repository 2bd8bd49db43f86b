import { computed, onBeforeUnmount, onMounted, type ComputedRef } from 'vue'
import type { CredentialKind, CredentialState } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import { useCredentials } from '#kit/stores/credentials.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useRehearsal } from '#kit/stores/rehearsal.ts'
import { useSettings } from '#kit/stores/settings.ts'

export interface MissingKey {
  kind: CredentialKind
  state: Exclude<CredentialState, 'found'>
}

/** The environment's credential that commands of a product lack; undefined where it is there, or not known yet. */
export function useMissingKey(product: Product): ComputedRef<MissingKey | undefined> {
  const credentials = useCredentials()
  const environments = useEnvironments()
  const rehearsal = useRehearsal()
  const settings = useSettings()

  /** The keychain may have been locked while the page was hidden. */
  function reload(): void {
    const environment = environments.selected?.id
    if (!document.hidden && environment !== undefined) void credentials.load(environment).catch(() => undefined)
  }
  onMounted(() => {
    void Promise.all([credentials.ensure(), rehearsal.ensure(), settings.ensure()])
    document.addEventListener('visibilitychange', reload)
  })
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', reload))

  return computed(() => {
    const kind = settings.values.authOverrides[product] ?? 'apiKey'
    const environment = environments.selected?.id
    if (kind === 'none' || environment === undefined) return undefined
    const state = credentials.status[environment]?.credentials[kind].state
    // The rehearsal platform takes its own key, whatever the keychain says.
    if (state === undefined || state === 'found' || (environment === 'rehearsal' && rehearsal.state.running))
      return undefined
    return { kind, state }
  })
}
