// The whole backend, plain Node: a host passes its ports and gets the bridge. Electron and the loopback host serve the same app.
import type { EnvironmentId } from '#contract/models.ts'
import type { Bridge } from './bridge/router.ts'
import { compose } from './compose.ts'
import type { Ports } from './ports.ts'
import { createRestartable } from './restartable.ts'
import type { Restartable } from './restartable.ts'

export interface App {
  bridge: Bridge
  /** Forgets the secrets held in memory: on lock, sleep and before the end. The key of an environment that may be on air stays until it is not. */
  drop(): void
  /** The machine slept, or the person was away: what is watched is read again at once. */
  resumed(): void
  /** Opens a link from outside (`showdesk://operation/...`) on every screen, or tells as a notice why not. Nothing is ever sent by it. */
  openLink(link: string): void
  /** Ends cleanly; safe to call twice. */
  close(): Promise<void>
}

export interface AppOptions {
  version: string
  /** Chosen for this and later starts, as if selected in Settings. */
  environment?: EnvironmentId
  /** Address of the chosen environment, as if set in Settings. */
  baseUrl?: string
  /** Credentials and secrets that were saved for another address may go to this one. */
  confirmOrigin?: true
}

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
