// The whole backend, plain Node: a host passes its ports and gets the bridge. Electron and the loopback host serve the same app.
import { compose } from './compose.ts'
import type { Ports } from './ports.ts'
import { createRestartable } from './restartable.ts'
import type { App, AppOptions, Restartable } from './types.ts'

/** The backend over a profile. Throws DeskError `conflict` where another desk uses it, `storage_failed` where it can't be opened. */
export async function createApp(ports: Ports, options: AppOptions): Promise<App> {
  let wanted = options
  const app: Restartable = await createRestartable(
    () => compose(ports, wanted, (step) => app.restart(step)),
    ports.clock,
  )
  // What the start asked for is in the profile now; opened anew, the profile decides.
  wanted = { version: options.version }
  return app
}
