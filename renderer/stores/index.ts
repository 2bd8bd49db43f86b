import { onOpen } from '../bridge/index.ts'
import { useAccess } from './access.ts'
import { useAccount } from './account.ts'
import { useMonitorState } from './air/monitor.ts'
import { useAlarms } from './air/alarms.ts'
import { useArmed } from './armed.ts'
import { useBroadcast } from './broadcast.ts'
import { useCatalog } from './catalog.ts'
import { useConnection } from './connection.ts'
import { useCredentials } from './credentials.ts'
import { useDesk } from './desk.ts'
import { useEncoder } from './air/encoder.ts'
import { useEnvironments } from './environments.ts'
import { useFavourites } from './favourites.ts'
import { useFields, useStatusWords } from './fields.ts'
import { useFiring } from './air/firing.ts'
import { useHistory } from './history.ts'
import { useLearned } from './learned.ts'
import { useLedger } from './ledger.ts'
import { useLimits } from './limits.ts'
import { useLive } from './live.ts'
import { usePlatforms } from './platforms.ts'
import { useProfiles } from './profiles.ts'
import { useRehearsal } from './rehearsal.ts'
import { useRundown } from './air/rundown.ts'
import { useSeen } from './seen.ts'
import { useSettings } from './settings.ts'
import { useShow } from './show.ts'

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
