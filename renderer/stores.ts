import { onOpen } from '#kit/bridge/index.ts'
import { useAccess } from '#kit/stores/access.ts'
import { useAccount } from '#kit/stores/account.ts'
import { useMonitorState } from '#air/stores/monitor.ts'
import { useAlarms } from '#air/stores/alarms.ts'
import { useArmed } from '#air/stores/armed.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useCredentials } from '#kit/stores/credentials.ts'
import { useDesk } from '#kit/stores/desk.ts'
import { useEncoder } from '#air/stores/encoder.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFavourites } from '#kit/stores/favourites.ts'
import { useFields, useStatusWords } from '#kit/stores/fields.ts'
import { useFiring } from '#air/stores/firing.ts'
import { useHistory } from '#kit/stores/history.ts'
import { useLearned } from '#kit/stores/learned.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useLive } from '#kit/stores/live.ts'
import { usePlatforms } from '#kit/stores/platforms.ts'
import { useProfiles } from '#kit/stores/profiles.ts'
import { useRehearsal } from '#kit/stores/rehearsal.ts'
import { useRundown } from '#air/stores/rundown.ts'
import { useSeen } from '#kit/stores/seen.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { useShow } from '#kit/stores/show.ts'

/** Subscribes every store to events and, each time that the link opens, reads again what was read before. */
export function initStores(): void {
  const stores = [
    useDesk(),
    useEnvironments(),
    useConnection(),
    useLimits(),
    useLedger(),
    useCredentials(),
    useSettings(),
    useRehearsal(),
    useProfiles(),
    usePlatforms(),
    useCatalog(),
    useShow(),
    useBroadcast(),
    useFields(),
    useStatusWords(),
    useLive(),
    useHistory(),
    useFavourites(),
    useAccount(),
    useAccess(),
    useArmed(),
    useAlarms(),
    useEncoder(),
    useFiring(),
    useMonitorState(),
    useRundown(),
  ]
  for (const store of [...stores, useSeen(), useLearned()]) store.init()
  onOpen(() => {
    for (const store of stores) void store.refresh()
  })
}
