// The stores that docks read from; all others stay out of their bundle.
import { watch } from 'vue'
import { onOpen } from '#kit/bridge/index.ts'
import { useCommands } from '../stores/commands.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useFiring } from '../stores/firing.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useRundown } from '../stores/rundown.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useLive } from '#kit/stores/live.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { useShow } from '#kit/stores/show.ts'

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
  for (const store of [environments, settings, useLedger(), ...inEnvironment, useCommands()]) store.init()
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
