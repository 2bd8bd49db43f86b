// The whole backend, plain Node: a host passes its ports and gets the bridge. Electron and the loopback host serve the same app.
import type { EnvironmentId } from '#contract/models.ts'
import { createBridge } from './bridge/index.ts'
import type { Bridge } from './bridge/router.ts'
import { createAnnouncer } from './desk/announce.ts'
import { createEnvironments } from './desk/environments.ts'
import { createEventRecords } from './desk/event-records.ts'
import { createEvents } from './desk/events.ts'
import { createNotices } from './desk/notices.ts'
import { createPlatformNames } from './desk/platform-names.ts'
import { createProfiles } from './desk/profiles.ts'
import { createRehearsalControl } from './desk/rehearsal-control.ts'
import { createSettings } from './desk/settings.ts'
import { createSurroundings } from './desk/surroundings.ts'
import { createCredentials } from './keychain/credentials.ts'
import { createRedactor } from './keychain/redact.ts'
import { createVault, createVaultIndex } from './keychain/vault.ts'
import { createLedger } from './ledger/index.ts'
import { operations } from './platform/catalog/index.ts'
import { createClient } from './platform/client/index.ts'
import type { Ports } from './ports.ts'
import { openProfile } from './storage/index.ts'

/** How long a stop waits for what is on the wire; what is not answered by then is unknown at the next start. */
const stopGraceMs = 3_000

export interface App {
  bridge: Bridge
  /** Forgets every secret held in memory: on lock, sleep and before the end. */
  drop(): void
  /** Ends cleanly; safe to call twice. */
  close(): Promise<void>
}

export interface AppOptions {
  version: string
  /** Chosen for this and later starts, as if selected in Settings. */
  environment?: EnvironmentId
  /** Address of the chosen environment, as if set in Settings. */
  baseUrl?: string
}

/** Composes the backend over a profile. Throws DeskError `conflict` where another desk uses it, `storage_failed` where it can't be opened. */
export async function createApp(ports: Ports, options: AppOptions): Promise<App> {
  const { clock, log, keychain } = ports
  const database = await openProfile({ folder: ports.profile, clock, log })
  try {
    const events = createEvents()
    const redactor = createRedactor()
    const settings = createSettings(database)
    const notices = createNotices(database, (notice) => events.emit('desk.notice', notice))
    const rehearsal = createRehearsalControl({
      operations,
      clock,
      log,
      wanted: () => environments.selected() === 'rehearsal' && environments.configured('rehearsal') === '',
      onStart: () => events.emit('environments.changed', { environments: environments.list() }),
      onChange: (state) => events.emit('rehearsal.changed', state),
    })
    const environments = createEnvironments({
      settings,
      embedded: () => rehearsal.baseUrl(),
      onChange: (list) => events.emit('environments.changed', { environments: list }),
    })
    if (options.baseUrl !== undefined) environments.configure(options.environment ?? environments.selected(), options.baseUrl)
    if (options.environment !== undefined) environments.select(options.environment)

    const credentials = createCredentials({ keychain, clock, log, redactor })
    const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
    const client = createClient({
      operations,
      clock,
      log,
      version: options.version,
      surroundings: createSurroundings({ environments, settings, credentials, vault, redactor }),
    })
    const ledger = createLedger({
      database,
      client,
      operations,
      vault,
      clock,
      log,
      environment: () => environments.selected(),
      redact: (value) => redactor.json(value),
    })

    const announcer = createAnnouncer(clock, (intent) => events.emit('ledger.changed', { intent, counts: ledger.counts() }))
    ledger.onChange((intent) => announcer.changed(intent))
    client.onGates((gates) => events.emit('limits.changed', { gates }))
    client.onConnection((connection) => {
      events.emit('connection.changed', connection)
      if (connection.state === 'reachable') ledger.wake()
    })
    credentials.onChange((environment, states) => {
      events.emit('credentials.changed', { environment, backend: keychain.backend, credentials: states })
      events.emit('limits.changed', { gates: client.gates() })
      ledger.wake()
    })

    await rehearsal.follow()
    ledger.start()

    const bridge = createBridge({
      ports,
      version: options.version,
      startedAt: new Date(clock.now()).toISOString(),
      events,
      operations,
      settings,
      environments,
      credentials,
      redactor,
      client,
      ledger,
      rehearsal,
      profiles: createProfiles({ database, vault, clock }),
      platformNames: createPlatformNames(settings),
      eventRecords: createEventRecords({ database, vault, clock }),
      notices,
    })

    const drop = () => {
      credentials.drop()
      vault.drop()
    }
    let closing: Promise<void> | undefined
    const close = async () => {
      await ledger.stop(stopGraceMs)
      announcer.flush()
      client.close()
      await rehearsal.close()
      drop()
      database.close()
    }
    return { bridge, drop, close: () => (closing ??= close()) }
  } catch (error) {
    database.close()
    throw error
  }
}
