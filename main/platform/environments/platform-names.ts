import type { EnvironmentId, PlatformNames } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** The names behind an event's platform switches. */
export interface PlatformNamesStore {
  get(environment: EnvironmentId): PlatformNames
  save(environment: EnvironmentId, names: PlatformNames): PlatformNames
}

const unique = (names: string[]) => [...new Set(names)]

export function createPlatformNames(settings: SettingsStore): PlatformNamesStore {
  return {
    get: (environment) =>
      (settings.read(`platforms/${environment}`) as PlatformNames | undefined) ?? {
        outputs: [],
        playback: [],
        events: [],
      },
    save(environment, names) {
      const kept = { outputs: unique(names.outputs), playback: unique(names.playback), events: unique(names.events) }
      settings.write(`platforms/${environment}`, kept)
      return kept
    },
  }
}
