// The parts of the desk that a sign-in passes through, on a real profile folder, a real log file and real HTTP.
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AccountState } from '#contract/account.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { createAccount } from '../../../../main/platform/account/index.ts'
import { createProfileLog } from '../../../../main/maintenance/profile-log.ts'
import {
  bindCredentials,
  createHasSecrets,
  createProviderSecrets,
} from '../../../../main/platform/environments/bound-credentials.ts'
import { createEnvironments } from '../../../../main/platform/environments/environments.ts'
import { createOrigins } from '../../../../main/platform/environments/origins.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createClientCredentials } from '../../../../main/platform/environments/client-credentials.ts'
import { createDrafts } from '../../../../main/writing/drafts/index.ts'
import { createCredentials } from '../../../../main/core/keychain/credentials.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createClient } from '../../../../main/platform/client/index.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import { startRehearsal } from '../../../../main/platform/rehearsal/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { atRestOver } from '../../../support/at-rest.ts'

export const login = 'POST /api/account/general/login'
export const signUp = 'POST /api/account/general/create'

/** The system's time, with the long timers in the test's hand. */
function handClock(): Clock & { ring: () => void } {
  const long = new Set<() => void>()
  return {
    now: () => systemClock.now(),
    after(ms, run) {
      if (ms < 300_000) return systemClock.after(ms, run)
      long.add(run)
      return () => void long.delete(run)
    },
    ring() {
      const due = [...long]
      long.clear()
      for (const run of due) run()
    },
  }
}

/** Speaks to `baseUrl` as its development environment; without one to a rehearsal platform of its own. */
export async function openDesk(options: { baseUrl?: string; idleMs?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'account-'))
  const clock = handClock()
  const redactor = createRedactor()
  const profileLog = createProfileLog({ folder: join(folder, 'logs'), redactor, clock })
  const log = profileLog
  const rehearsal = options.baseUrl === undefined ? await startRehearsal({ operations, clock, log }) : undefined
  const database = await openProfile({ folder, clock, log })
  const settings = createSettings(database)
  const environments = createEnvironments({ settings, embedded: () => rehearsal?.baseUrl, onChange: () => undefined })
  const environment: EnvironmentId = options.baseUrl === undefined ? 'rehearsal' : 'development'
  if (options.baseUrl !== undefined) environments.configure('development', options.baseUrl)
  environments.select(environment)
  const keychain = createMemoryKeychain({ clock, log })
  const stored = createCredentials({ keychain, clock, log, redactor })
  const providerSecrets = createProviderSecrets(database)
  const hasSecrets = createHasSecrets(stored, providerSecrets)
  const origins = createOrigins({ keychain, environments, settings, clock, hasSecrets })
  const credentials = bindCredentials({ credentials: stored, origins, hasSecrets, providerSecrets })
  const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
  const surroundings = createClientCredentials({ environments, origins, settings, credentials, vault, redactor })
  const client = createClient({
    operations,
    clock,
    log,
    surroundings,
    limits: options.idleMs === undefined ? {} : { idleMs: options.idleMs, deadlineMs: options.idleMs },
  })
  const ledger = createLedger({
    database,
    client,
    operations,
    vault,
    clock,
    log,
    environment: () => environments.selected(),
    account: (of, { auth }) => (auth === 'session' ? account.accountId(of) : undefined),
    redact: (value) => redactor.json(value),
  })
  const drafts = createDrafts({
    database,
    vault,
    redactor,
    atRest: atRestOver(redactor),
    ledger,
    operations,
    clock,
    log,
  })
  const changes: AccountState[] = []
  const intents: Intent[] = []
  const account = createAccount({
    client,
    ledger,
    credentials,
    operations,
    environments,
    settings,
    redactor,
    clock,
    log,
    onChange: (state) => changes.push(state),
  })
  ledger.onChange((intent) => intents.push(intent))
  ledger.start()

  let closed: Promise<void> | undefined
  const close = async () => {
    account.stop()
    drafts.stop()
    await ledger.stop(1_000)
    client.close()
    await rehearsal?.close()
    database.close()
    await profileLog.close()
  }
  onTestFinished(async () => {
    await (closed ??= close())
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  return {
    account,
    client,
    ledger,
    drafts,
    credentials,
    origins,
    environments,
    environment,
    keychain,
    rehearsal,
    settings,
    clock,
    /** Every state that was told. */
    changes,
    /** Every intent as it was told. */
    intents,
    read: (operation: string) => client.read({ operation }, environment),
    send: (operation: string, body?: unknown) => ledger.submit({ operation, ...(body === undefined ? {} : { body }) }),
    /** Every byte of the profile, once the desk is closed. */
    async bytes(): Promise<Buffer> {
      await (closed ??= close())
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))))
    },
  }
}
