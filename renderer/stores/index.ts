import { onOpen } from '../bridge/index.ts'
import { useCatalog } from './catalog.ts'
import { useConnection } from './connection.ts'
import { useCredentials } from './credentials.ts'
import { useDesk } from './desk.ts'
import { useEnvironments } from './environments.ts'
import { useLedger } from './ledger.ts'
import { useLimits } from './limits.ts'
import { usePlatforms } from './platforms.ts'
import { useProfiles } from './profiles.ts'
import { useRehearsal } from './rehearsal.ts'
import { useSettings } from './settings.ts'

/**
 * Hears the backend's events in every store and, each time that the link opens, reads again what the screens already show.
 * What nobody has asked for yet (catalog, profiles, platforms, faults) stays unread.
 */
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
  ]
  for (const store of stores) store.init()
  onOpen(() => {
    for (const store of stores) void store.refresh()
  })
}
