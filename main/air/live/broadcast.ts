// The stream, the poll and the payment link of the live view, per environment: what the person chose, before that what
// the rehearsal opens with.
import type { BridgeParams } from '#contract/bridge.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { AtRest } from '../../core/keychain/at-rest.ts'

/** In the profile's settings, and in a profile file (main/maintenance/profile-file/settings.ts). */
export const broadcastSetting = (environment: EnvironmentId): string => `broadcast/${environment}`

type Opening = Pick<Broadcast, 'stream' | 'poll' | 'link'>
export type Broadcasts = ReturnType<typeof createBroadcasts>

export function createBroadcasts({
  settings,
  atRest,
  opening,
  onChange,
}: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  atRest: Pick<AtRest, 'leaveOut'>
  /** What is chosen until a person chooses or clears something in this environment. */
  opening: (environment: EnvironmentId) => Opening | undefined
  onChange: (broadcast: Broadcast) => void
}) {
  const kept = (environment: EnvironmentId) =>
    (settings.read(broadcastSetting(environment)) ?? opening(environment) ?? {}) as JsonObject
  return {
    get: (environment: EnvironmentId): Broadcast => ({ ...kept(environment), environment }),
    /** What is left out stays, null removes it. */
    choose({ environment, ...given }: BridgeParams<'broadcast.choose'>): Broadcast {
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
