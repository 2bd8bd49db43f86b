// How a start and an end go, per environment.
import type { BridgeParams } from '#contract/bridge.ts'
import type { FiringChoices } from '#contract/air/firing.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** In the profile's settings, and in a profile file (main/maintenance/profile-file/settings.ts). */
export const firingSetting = (environment: EnvironmentId): string => `firing/${environment}`

const defaults: Omit<FiringChoices, 'environment'> = {
  withEncoder: true,
  startOrder: 'encoderFirst',
  endOrder: 'platformFirst',
  endsRecording: false,
}

export function createFiringChoices({ settings }: { settings: Pick<SettingsStore, 'read' | 'write'> }) {
  const get = (environment: EnvironmentId): FiringChoices => ({
    ...defaults,
    ...(settings.read(firingSetting(environment)) as Partial<FiringChoices> | undefined),
    environment,
  })
  return {
    get,
    /** What is left out stays, null removes it. Throws `invalid_input` for a scene that holds a known secret. */
    choose({ environment, ...given }: BridgeParams<'firing.choose'>): FiringChoices {
      const next = new Map<string, string | boolean>(Object.entries(get(environment)))
      next.delete('environment')
      for (const [name, value] of Object.entries(given)) {
        if (value === null) next.delete(name)
        else if (value !== undefined) next.set(name, value)
      }
      settings.write(firingSetting(environment), Object.fromEntries(next))
      return get(environment)
    },
  }
}
