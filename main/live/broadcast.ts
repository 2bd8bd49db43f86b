// What the live desk is about: the stream, the poll and the payment link that the person chose, of each environment its own.
import type { BridgeParams } from '#contract/bridge.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { AtRest } from '../keychain/at-rest.ts'

/** In the profile's settings, and in a profile file (main/maintenance/profile-file/settings.ts). */
export const broadcastSetting = (environment: EnvironmentId): string => `broadcast/${environment}`

export interface Broadcasts {
  get(environment: EnvironmentId): Broadcast
  /** Durable. What is left out stays, null takes it away. */
  choose(choice: BridgeParams<'broadcast.choose'>): Broadcast
}

export function createBroadcasts({
  settings,
  atRest,
  onChange,
}: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  atRest: Pick<AtRest, 'leaveOut'>
  onChange: (broadcast: Broadcast) => void
}): Broadcasts {
  const kept = (environment: EnvironmentId) => (settings.read(broadcastSetting(environment)) ?? {}) as JsonObject
  return {
    get: (environment) => ({ ...kept(environment), environment }),
    choose({ environment, ...given }) {
      const { value: change, leftOut } = atRest.leaveOut(given)
      const next = new Map(Object.entries(kept(environment)))
      for (const [part, value] of Object.entries(change)) {
        if (value === null) next.delete(part)
        else if (value !== undefined) next.set(part, value)
      }
      settings.write(broadcastSetting(environment), Object.fromEntries(next))
      const broadcast = { ...Object.fromEntries(next), environment }
      onChange(broadcast)
      return leftOut.length === 0 ? broadcast : { ...broadcast, leftOut }
    },
  }
}
