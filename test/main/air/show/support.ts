// Show mode over the real profile, ledger, drafts, settings and keychain's memory; what the platform shows of itself is set by the test.
import { onTestFinished } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { Json } from '#contract/json.ts'
import type { Broadcast, ShowState } from '#contract/live.ts'
import type { Connection, EnvironmentId, Gate, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { bindCredentials, createHasSecrets } from '../../../../main/platform/environments/bound-credentials.ts'
import { createEnvironments } from '../../../../main/platform/environments/environments.ts'
import { createOrigins } from '../../../../main/platform/environments/origins.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createCredentials } from '../../../../main/core/keychain/credentials.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import type { Keychain } from '../../../../main/core/ports.ts'
import type { FiredCue } from '../../../../main/air/show/report.ts'
import type { PlannedRundown } from '../../../../main/air/show/judge.ts'
import { createShow, createShows } from '../../../../main/air/show/index.ts'
import { createBench, operations, quietLog } from '../../platform/ledger/support.ts'
import { atRestOver } from '../../../support/at-rest.ts'

/** A platform on which the chosen show is ready. */
const readyPlatform = (): Record<string, Json> => ({
  'POST /api/video/stream/getStatus': { data: { streamId: 'str_1', status: 'idle' } },
  'GET /api/video/stream/all': { data: [{ id: 'str_1', name: 'Night show main', channelId: 'chn_1' }] },
  'GET /api/video/details/all': {
    data: [
      {
        id: 'det_1',
        streamId: 'str_1',
        status: 'scheduled',
        title: 'Night show 48',
        providerName: 'Output one',
        category: 'Talk',
        scheduleDate: '2026-03-02',
        scheduleTime: '20:00:00',
      },
    ],
  },
  'GET /api/video/channel/all': { data: [{ id: 'chn_1', name: 'Night show' }] },
  'POST /api/vote/embed/all': {
    data: [{ id: 'emb_1', question: 'Who comes next?', options: [{ id: 'a' }, { id: 'b' }], status: 'hidden' }],
  },
  'GET /api/ads/placement/all': { data: [] },
})

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
  const cues: FiredCue[] = []
  const bench = await createBench({ environment: () => chosen })
  onTestFinished(() => bench.end())
  const memory = createMemoryKeychain({ clock: bench.clock, log: quietLog })
  const platform = {
    connection: reachable,
    gates: [] as Gate[],
    probe: async () => platform.connection,
    /** Answers by operation; what is missing here was not found. */
    answers: readyPlatform() as Record<string, Json | DeskError>,
  }
  const broadcast: Omit<Broadcast, 'environment'> = {
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: 'emb_1', name: 'Next guest' },
  }
  const keychain: { -readonly [K in keyof Keychain]: Keychain[K] } = { ...memory, backend: 'keyring' }
  const drafts = { writing: 0 }
  /** The streaming software, none at first, and the scenes of a start and an end. */
  const software = { state: { link: 'off', everyMs: 2_000 } as EncoderState, scenes: [] as string[] }
  const rundown: { planned?: PlannedRundown } = {}
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
      cues: (_, from, to) => cues.filter(({ firedAt }) => firedAt >= from && firedAt <= to),
      database: bench.database,
      atRest: atRestOver(),
      environments,
      operations,
      surroundings: { scheme: (_, byCatalog) => byCatalog },
      credentials,
      origins,
      keychain,
      choiceOf: () => undefined,
      broadcast: (environment) => ({ ...broadcast, environment }),
      client: {
        gates: () => platform.gates,
        preview: ({ operation }) => ({
          url: `https://platform.example.org${operation.split(' ')[1] ?? ''}`,
          method: 'GET',
          headers: [],
          suspicious: [],
        }),
        read: async ({ operation, query }) => {
          const answer =
            platform.answers[query?.cursor === undefined ? operation : `${operation} ${String(query.cursor)}`] ??
            new DeskError('not_found', 'Not found')
          if (answer instanceof DeskError) throw answer
          return { status: 200, data: answer, receivedAt: '2026-03-01T12:00:00.000Z', durationMs: 1 }
        },
      },
      reachability: { connection: () => platform.connection, probe: () => platform.probe() },
      drafts: { writing: () => drafts.writing },
      encoder: { read: async () => software.state, scenes: () => software.scenes },
      rundown: () => rundown.planned,
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
    broadcast,
    keychain,
    drafts,
    software,
    rundown,
    told,
    /** What was fired of a rundown. */
    cues,
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
