// Show mode over the real profile, ledger, drafts, settings and keychain's memory; what the platform shows of itself is set by the test.
import { onTestFinished } from 'vitest'
import type { ShowState } from '#contract/live.ts'
import type { Connection, EnvironmentId, Gate, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { bindCredentials, createHasSecrets } from '../../../main/desk/bound-credentials.ts'
import { createEnvironments } from '../../../main/desk/environments.ts'
import { createOrigins } from '../../../main/desk/origins.ts'
import { createSettings } from '../../../main/desk/settings.ts'
import { createCredentials } from '../../../main/keychain/credentials.ts'
import { createMemoryKeychain } from '../../../main/keychain/memory.ts'
import { createRedactor } from '../../../main/keychain/redact.ts'
import type { Keychain } from '../../../main/ports.ts'
import { createShow, createShows } from '../../../main/show/index.ts'
import { createBench, operations, quietLog } from '../ledger/support.ts'
import { atRestOver } from '../../support/at-rest.ts'

export type Stage = Awaited<ReturnType<typeof createStage>>

const reachable: Connection = {
  environment: 'production',
  state: 'reachable',
  since: '2026-03-01T12:00:00.000Z',
  latencyMs: 42,
  sending: 'on',
  probing: 'on',
  clockOffsetMs: 400,
}

/** A desk before its show, production chosen; `restart` opens everything anew over the same profile. */
export async function createStage() {
  let chosen: EnvironmentId = 'production'
  const bench = await createBench({ environment: () => chosen })
  onTestFinished(() => bench.end())
  const memory = createMemoryKeychain({ clock: bench.clock, log: quietLog })
  const platform = { connection: reachable, gates: [] as Gate[], probe: async () => platform.connection }
  const keychain: { -readonly [K in keyof Keychain]: Keychain[K] } = { ...memory, backend: 'keyring' }
  const drafts = { writing: 0 }
  const told: ShowState[] = []

  const open = () => {
    const settings = createSettings(bench.database)
    const environments = createEnvironments({
      settings,
      embedded: () => 'http://127.0.0.1:40000',
      onChange: () => (chosen = environments.selected()),
    })
    const stored = createCredentials({ keychain, clock: bench.clock, log: quietLog, redactor: createRedactor() })
    const providerSecrets = () => 0
    const hasSecrets = createHasSecrets(stored, providerSecrets)
    const origins = createOrigins({ keychain, environments, settings, clock: bench.clock, hasSecrets })
    const credentials = bindCredentials({ credentials: stored, origins, hasSecrets, providerSecrets })
    const show = createShow({
      database: bench.database,
      atRest: atRestOver(),
      environments,
      operations,
      surroundings: { scheme: (_, byCatalog) => byCatalog },
      credentials,
      origins,
      keychain,
      client: { gates: () => platform.gates },
      reachability: { connection: () => platform.connection, probe: () => platform.probe() },
      drafts: { writing: () => drafts.writing },
      profile: bench.folder,
      clock: bench.clock,
      log: quietLog,
      shows: createShows(bench.database),
      onChange: (state) => told.push(state),
    })
    return { environments, origins, credentials, show }
  }
  const stage = {
    bench,
    platform,
    keychain,
    drafts,
    told,
    ...open(),
    async restart(clean = true) {
      await bench.restart(clean)
      Object.assign(stage, open())
    },
    submit: (request: OperationRequest): Promise<Intent> => bench.ledger.submit(request),
    /** One check by its id. */
    row: async (id: string) => (await stage.show.check()).find((check) => check.id === id),
  }
  stage.environments.configure('production', 'https://platform.example.org/base')
  stage.environments.configure('development', 'https://dev.example.org')
  stage.environments.select('production')
  await stage.credentials.save('production', { scheme: 'apiKey', apiKey: 'production-key-123' })
  return stage
}
