import type { InjectionKey } from 'vue'
import type { EnvironmentId } from '#contract/models.ts'

/**
 * What must be known of an environment wherever its badge is shown. The frame provides it, so that no screen can leave
 * it out.
 */
export const environmentNote: InjectionKey<(id: EnvironmentId) => string | undefined> = Symbol('environment note')

export const environmentFills: Record<EnvironmentId, string> = {
  production: 'bg-production',
  development: 'bg-development',
  rehearsal: 'bg-rehearsal',
}
