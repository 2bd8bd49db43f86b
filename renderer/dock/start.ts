// The stores that docks read from; all others stay out of their bundle.
import { watch } from 'vue'
import { onOpen } from '../bridge/index.ts'
import { useBroadcast } from '#stores/broadcast.ts'
import { useConnection } from '#stores/connection.ts'
import { useEnvironments } from '#stores/environments.ts'
import { useFields } from '#stores/fields.ts'
import { useFiring } from '#stores/air/firing.ts'
import { useLedger } from '#stores/ledger.ts'
import { useRundown } from '#stores/air/rundown.ts'
import { useLimits } from '#stores/limits.ts'
import { useLive } from '#stores/live.ts'
import { useSettings } from '#stores/settings.ts'
import { useShow } from '#stores/show.ts'
import { useDock } from './state/useDock.ts'

/** Subscribes the stores to events, and reads again each time that the link opens or the environment changes. */
export function initDock(): void {
  const environments = useEnvironments()
  const inEnvironment = [
    useConnection(),
    useLimits(),
    useShow(),
    useBroadcast(),
    useFields(),
    useLive(),
    useRundown(),
    useFiring(),
  ]
  const settings = useSettings()
  for (const store of [environments, settings, useLedger(), ...inEnvironment, useDock()]) store.init()
  const readAll = (): void => {
    for (const store of inEnvironment) void store.refresh()
    void useFields().ensure()
  }
  onOpen(() => {
    void settings.refresh()
    void environments.refresh().then(readAll)
  })
  // What was refused while another environment was active can be read now.
  watch(() => environments.selected?.id, readAll)
}
