// Commands over a desk in memory, with a clock that tests move.
import type { Grant } from '#contract/access.ts'
import { isOnAirCommand, pollCommands, recordCommands } from '#contract/access-kinds.ts'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Broadcast, LiveValue, Watch } from '#contract/live.ts'
import type { Gate, Intent, ProviderProfile } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Shown } from '#contract/shown.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createCommands } from '../../../../main/air/commands/index.ts'
import type { CommandInput, CommandParts } from '../../../../main/air/commands/types.ts'
import { createEvents } from '../../../../main/core/events.ts'
import type { Origin } from '../../../../main/platform/ledger/types.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createFakeClock, quietLog } from '../../platform/ledger/support.ts'

export const at = '2026-03-01T12:00:00.000Z'
export const destinationRow: JsonObject = {
  id: 'det_1',
  providerName: 'Main channel',
  providerId: 'out-1',
  streamId: 'str_1',
  videoId: 'vid-1',
  title: 'Night show',
  status: 'live',
  started: true,
  paused: false,
  stopped: false,
  apiKey: null,
  apiSecret: null,
  authToken: null,
  streamKey: null,
}
export const destinationKey = 'Main channel/out-1/vid-1'

const transport: Shown = { stream: 'str_1', destinations: [{ key: destinationKey, event: 'det_1' }] }
export const shownAtFirst = (command: CommandInput['command']): Shown =>
  (pollCommands as readonly string[]).includes(command)
    ? { poll: 'emb_1' }
    : command === 'runAd'
      ? { stream: 'str_1', ad: 'ad_1' }
      : transport

export const grantOf = (more: Partial<Grant> = {}): Grant => ({
  id: 'g1',
  name: 'Stream Deck',
  scope: 'operate',
  environment: 'rehearsal',
  commands: [...recordCommands],
  mode: 'fire',
  createdAt: at,
  lastUsedAt: null,
  ...more,
})

type Submitted = OperationRequest & { origin: Origin }

export function createBench() {
  const clock = createFakeClock(Date.parse(at))
  const events = createEvents()
  const heard: unknown[] = []
  events.subscribe((event, payload) => {
    if (event === 'command.armed') heard.push((payload as { armed: unknown }).armed)
  })
  /** What the platform answers to each read. */
  const answers = new Map<string, JsonObject>([
    ['POST /api/video/stream/getStatus', { data: { status: 'live', startedOn: '2026-03-01T11:00:00.000Z' } }],
    ['GET /api/video/details/all', { data: { items: [destinationRow] } }],
    ['POST /api/vote/embed/get', { data: { embedId: 'emb_1', question: 'Red or blue?', status: 'open' } }],
    [
      'GET /api/ads/placement/all',
      { data: { items: [{ placementId: 'pl_1', advertisementId: 'ad_1', title: 'Drinks', durationSeconds: 30 }] } },
    ],
  ])
  const state = {
    environment: 'rehearsal' as 'rehearsal' | 'development',
    broadcast: {
      environment: 'rehearsal',
      stream: { id: 'str_1', name: 'Night show' },
      poll: { id: 'emb_1', name: 'Poll' },
    } as Broadcast,
    connection: 'reachable' as 'reachable' | 'unreachable',
    gates: [] as Gate[],
    key: 'found' as 'found' | 'absent',
    profiles: [] as ProviderProfile[],
    writes: [] as Intent[],
    newest: null as string | null,
    /** Reads that never end. */
    silent: false,
    read: [] as string[],
    pages: [] as string[],
  }
  const values = new Map<string, LiveValue>()
  const submitted: Submitted[] = []
  const saved: JsonObject[] = []
  let submit = async (request: OperationRequest, origin: Origin): Promise<Intent> => {
    submitted.push({ ...request, origin })
    return intentOf(request, `i${submitted.length}`)
  }

  const ended = createListeners<[id: string]>()
  const parts: CommandParts = {
    watching: {
      follow({ page, watches }) {
        state.pages.push(page)
        const wanted = watches.map((watch: Watch): LiveValue => {
          const key = watchKey(watch)
          const known = values.get(key) ?? { key, environment: 'rehearsal', pace: watch.pace, reading: false }
          values.set(key, known)
          return known
        })
        return { values: wanted, budget: {} as never }
      },
      async refresh(key) {
        const operation = key.slice(0, key.indexOf(' ['))
        state.read.push(operation)
        if (state.silent) await new Promise(() => undefined)
        const known = values.get(key)
        if (known === undefined) throw new Error('Nobody watches it')
        const receivedAt = new Date(clock.now()).toISOString()
        const data = answers.get(operation) ?? {}
        const next = { ...known, answer: { status: 200, data, receivedAt, durationMs: 1 } }
        values.set(key, next)
        return next
      },
      onValue: () => () => undefined,
    },
    ledger: {
      submit: (request, origin = {}) => submit(request, origin),
      newest: () => ({ id: state.newest }),
      list: () => ({ items: state.writes }),
      get: (id) => intentOf({ operation: 'PUT /api/video/event/update' }, id),
    },
    drafts: {
      async save(content) {
        saved.push(content as JsonObject)
        return {
          ...content,
          base: null,
          id: 'd1',
          revision: 1,
          createdAt: at,
          updatedAt: at,
          links: {},
          sends: [],
        } as never
      },
      list: async () => ({ items: [] }),
    },
    environments: { selected: () => state.environment },
    client: { gates: () => state.gates },
    reachability: { connection: () => ({ state: state.connection }) },
    credentials: {
      status: async (environment) => ({
        environment,
        backend: 'memory',
        credentials: { apiKey: { state: state.key }, session: { state: state.key } },
      }),
    },
    rehearsal: { state: () => ({ running: false }) as never },
    settings: { get: () => ({ authOverrides: {} }) as never },
    profiles: { list: () => state.profiles },
    broadcast: () => state.broadcast,
    choiceOf: () => undefined,
    showIsOn: () => false,
    access: {
      whileHeld(id) {
        let held = true
        ended.add((gone) => void (held &&= gone !== id))
        return () => held
      },
      onEnd: ended.add,
    },
    operations,
    events,
    clock,
    log: quietLog,
  }
  const commands = createCommands(parts)
  return {
    /** Pressed now by one that shows what the bench has at first; what a test gives comes before that. */
    commands: {
      ...commands,
      run: (input: CommandInput, caller: Parameters<typeof commands.run>[1]) =>
        commands.run(
          isOnAirCommand(input.command)
            ? { pressedAt: new Date(clock.now()).toISOString(), shown: shownAtFirst(input.command), ...input }
            : input,
          caller,
        ),
    },
    /** As it is. */
    bare: commands,
    clock,
    events,
    heard,
    answers,
    state,
    submitted,
    saved,
    submitBy: (by: typeof submit) => (submit = by),
    /** A grant is revoked, renewed, or everybody is shut out. */
    endGrant: (id: string) => ended.emit(id),
  }
}

export const intentOf = ({ operation, body }: OperationRequest, id: string): Intent => ({
  id,
  reference: 'r',
  operation,
  state: 'confirmed',
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'onair',
  request: { body: (body ?? null) as Json },
  attempts: 1,
  createdAt: at,
  evidence: [],
  deed: { code: 'broadcast_stopped', facts: {} },
})

/** Why it was refused; fails where it was not. */
export async function refusal(work: Promise<unknown>): Promise<DeskError> {
  const [settled] = await Promise.allSettled([work])
  if (settled.status === 'fulfilled') throw new Error('It was not refused')
  return asDeskError(settled.reason)
}
