// The backend, the same for Electron and the loopback host.
import { createAccess } from './core/access/service.ts'
import { compose } from './compose/index.ts'
import type { Ports } from './core/ports.ts'
import { createRestartable } from './compose/restartable.ts'
import type { App, AppOptions, Restartable } from './core/types.ts'

/** Throws `conflict` where another desk uses the profile, `storage_failed` where it can't be opened. */
export async function createApp(ports: Ports, options: AppOptions): Promise<App> {
  let wanted = options
  const access = createAccess(ports)
  const app: Restartable = await createRestartable(
    () => compose(ports, wanted, access, (step) => app.restart(step)),
    ports.clock,
  )
  // The profile has what the start asked for now, and decides from here on.
  wanted = { version: options.version }
  return {
    ...app,
    access,
    async reopen() {
      wanted = { version: options.version, reopened: true }
      try {
        await app.restart(() => Promise.resolve({ value: undefined, undo: () => Promise.resolve() }))
      } finally {
        wanted = { version: options.version }
      }
    },
    async close() {
      await access.stop()
      await app.close()
    },
  }
}
