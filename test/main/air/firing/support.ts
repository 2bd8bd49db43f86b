// Firings over a real ledger on a real profile, with a platform and streaming software in memory that outlive a kill of
// the desk, and a clock that tests move.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { Firing } from '#contract/air/firing.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Broadcast, LiveValue, Watch } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Shown } from '#contract/shown.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createEvents } from '../../../../main/core/events.ts'
import { createFirings } from '../../../../main/air/firing/index.ts'
import type { FiringService, PlannedStep } from '../../../../main/air/firing/types.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import type { WriteOutcome } from '../../../../main/platform/client/types.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import {
  confirmed,
  createFakeClient,
  createFakeClock,
  createFakeVault,
  cut,
  quietLog,
  refused,
  settle,
} from '../../platform/ledger/support.ts'
import { createSoftware } from './software.ts'

/** `lies`: it answers as if it had done it, and does nothing. */
export type PlatformFate = 'works' | 'lies' | 'refuses' | 'cutBefore' | 'cutAfter' | 'notSent'

const eventUpdate = 'PUT /api/video/event/update'
const streamId = 'str_1'

export interface Row {
  name: string
  state: 'idle' | 'live' | 'ended'
}

export const keyOf = (name: string): string => `${name}/${name}-id/${name}-video`

export async function createBench(names: readonly string[] = ['Alpha', 'Beta']) {
  const folder = await mkdtemp(join(tmpdir(), 'firing-'))
  const clock = createFakeClock()
  const software = createSoftware(clock)
  /** Over a kill it stays as it is. */
  const platform = {
    rows: names.map((name): Row => ({ name, state: 'idle' })),
    /** Updates that had their effect, as `start NAME`. */
    effects: [] as string[],
    fates: [] as PlatformFate[],
    /** Other writes, by what they say. */
    others: [] as string[],
    readsWork: true,
    /** Those that no list shows. */
    hidden: new Set<string>(),
    /** Of the stream; by itself it follows the rows. */
    status: undefined as string | undefined,
  }
  const state = { environment: 'rehearsal' as EnvironmentId, selected: 'rehearsal' as EnvironmentId }
  const broadcast: Broadcast = { environment: 'rehearsal', stream: { id: streamId, name: 'Night show' } }
  const settings = new Map<string, Json>()
  const saved = new Map<string, JsonObject>()
  const heard: Firing[] = []
  /** Called with each write that arrives at the platform, and each command that arrives at the software. */
  let onArrive: (what: string, press?: string) => void = () => undefined
  software.onArrive = (operation, press) => onArrive(operation, press)

  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))

  function rowOf({ name, state: now }: Row): JsonObject {
    return {
      id: `det_${name}`,
      providerName: name,
      providerId: `${name}-id`,
      videoId: `${name}-video`,
      streamId,
      title: name,
      status: now,
      started: now !== 'idle',
      paused: false,
      stopped: now === 'ended',
      apiKey: null,
      apiSecret: null,
      authToken: null,
      streamKey: null,
    }
  }

  async function read({ operation }: OperationRequest): Promise<Json> {
    await sleep(5)
    if (!platform.readsWork) throw new DeskError('unreachable', 'Nothing answers.')
    if (operation.startsWith('GET /api/video/details'))
      return { data: { items: platform.rows.filter(({ name }) => !platform.hidden.has(name)).map(rowOf) } }
    const isLive = platform.rows.some((row) => row.state === 'live')
    const isOver = platform.rows.every((row) => row.state === 'ended')
    if (platform.status !== undefined) return { data: { status: platform.status } }
    return { data: { status: isLive ? 'live' : isOver ? 'ended' : 'idle' } }
  }

  /** Alters what the write is about. */
  function apply({ operation, body }: OperationRequest): void {
    if (operation !== eventUpdate) return void platform.others.push(operation)
    const { options, details } = body as { options: JsonObject; details: JsonObject }
    const row = platform.rows.find(({ name }) => name === options.providerName)
    if (row === undefined) return
    row.state = details.stopped === true ? 'ended' : 'live'
    platform.effects.push(`${details.stopped === true ? 'stop' : 'start'} ${row.name}`)
  }

  async function write({ request }: { request: OperationRequest }): Promise<WriteOutcome> {
    const body = request.body as { options?: JsonObject } | undefined
    onArrive(
      request.operation === eventUpdate ? `update ${JSON.stringify(body?.options?.providerName)}` : request.operation,
    )
    const fate = platform.fates.shift() ?? 'works'
    if (fate === 'notSent')
      return { outcome: 'not_sent', error: new DeskError('unreachable', 'Nothing answers.').toShape() }
    await sleep(20)
    if (fate === 'cutBefore') return cut()
    if (fate === 'refuses') return refused()
    if (fate !== 'lies') apply(request)
    await sleep(20)
    return fate === 'cutAfter' ? cut() : confirmed()
  }

  async function open() {
    const database = await openProfile({ folder, clock, log: quietLog })
    const client = createFakeClient(clock)
    client.check = () => undefined
    client.onRead = read
    client.onWrite = write
    const plain = createLedger({
      database,
      client,
      operations,
      vault: createFakeVault(),
      clock,
      log: quietLog,
      environment: () => state.selected,
      account: () => undefined,
      redact: (value) => value,
    })
    const ledger = { ...plain, pressed: (press: string) => plain.pressed(press) ?? software.pressed(press) }
    const values = new Map<string, LiveValue>()
    const onValue = createListeners<[LiveValue]>(() => undefined)
    const firings = createFirings({
      database,
      encoders: software.encoders,
      access: { whileHeld: () => () => true, onEnd: () => () => undefined },
      newestOfEncoder: () => undefined,
      onPutAway: () => undefined,
      watching: {
        follow: ({ watches }) => ({
          values: watches.map((watch: Watch): LiveValue => {
            const key = watchKey(watch)
            const known = values.get(key) ?? { key, environment: 'rehearsal', pace: watch.pace, reading: false }
            values.set(key, known)
            return known
          }),
          budget: {} as never,
        }),
        async refresh(key) {
          const known = values.get(key)
          if (known === undefined) throw new Error('Nobody watches it')
          try {
            const data = await read({ operation: key.slice(0, key.indexOf(' [')) })
            const receivedAt = new Date(clock.now()).toISOString()
            const next = { ...known, answer: { status: 200, data, receivedAt, durationMs: 1 } }
            values.set(key, next)
            onValue.emit(next)
            return next
          } catch {
            return known
          }
        },
        onValue: onValue.add,
      },
      ledger,
      drafts: {
        has: (id) => saved.has(id),
        async save(content) {
          await sleep(5)
          const id = content.id ?? randomUUID()
          saved.set(id, content as JsonObject)
          return { ...content, id } as never
        },
        list: async () => ({ items: [] }),
      },
      environments: { selected: () => state.selected },
      client: { gates: () => [] },
      reachability: { connection: () => ({ state: 'reachable' }) },
      credentials: {
        status: async (environment) => ({
          environment,
          backend: 'memory',
          credentials: { apiKey: { state: 'found' }, session: { state: 'found' } },
        }),
      },
      rehearsal: { state: () => ({ running: true }) as never },
      settings: {
        get: () => ({ authOverrides: {} }) as never,
        read: (name) => settings.get(name),
        write: (name, value) => void settings.set(name, value),
      },
      profiles: { list: () => [] },
      broadcast: () => broadcast,
      choiceOf: () => undefined,
      showIsOn: () => true,
      operations,
      events: createEvents(),
      clock,
      log: quietLog,
    })
    firings.onChange((firing) => heard.push(firing))
    plain.start()
    firings.start()
    return { database, ledger: plain, firings }
  }

  const bench = {
    clock,
    software,
    platform,
    state,
    settings,
    saved,
    heard,
    broadcast,
    ...(await open()),
    onArrive: (listener: typeof onArrive) => (onArrive = listener),
    /** The present as a press tells it. */
    pressed: () => ({
      press: randomUUID(),
      environment: state.selected,
      pressedAt: new Date(clock.now()).toISOString(),
    }),
    /** SIGKILL and a new start. */
    async kill() {
      await settle()
      clock.clear()
      bench.database.close()
      software.killed()
      Object.assign(bench, await open())
    },
    /** Lets time run until the firing rests; returns it. */
    async rests(id: string): Promise<Firing> {
      for (let turn = 0; turn < 900; turn += 1) {
        const firing = bench.firings.get(id)
        const isTaking = firing.steps.some((step) => step.state === 'taking')
        if (firing.state !== 'running' && !isTaking) return firing
        await clock.advance(turn < 400 ? 25 : 500)
      }
      throw new Error('The firing never rested.')
    },
    /** What a plan shows now. */
    shown: async (kind: 'start' | 'end'): Promise<Shown> => (await bench.waitFor(bench.firings.plan(kind))).shown,
    async begin(kind: 'start' | 'end', shown?: Shown): Promise<Firing> {
      const seen = shown ?? (await bench.shown(kind))
      return bench.waitFor(bench.firings.begin({ kind, shown: seen, ...bench.pressed() }))
    },
    /** Lets time run until the work is done. */
    async waitFor<T>(work: Promise<T>): Promise<T> {
      const turns = { left: 400 }
      const ended = work.finally(() => (turns.left = 0))
      ended.catch(() => undefined)
      await settle()
      for (; turns.left > 0; turns.left -= 1) await clock.advance(25)
      return ended
    },
    fire: (steps: readonly PlannedStep[]): Promise<Firing> =>
      bench.firings.fire({ kind: 'cue', ...bench.pressed(), steps }),
    async end() {
      bench.firings.close()
      const stopped = bench.ledger.stop(0)
      await clock.advance(0)
      await stopped
      clock.clear()
      bench.database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return bench as Omit<typeof bench, 'firings'> & { firings: FiringService }
}

export const statesOf = ({ steps }: Firing): string[] => steps.map(({ id, state }) => `${id} ${state}`)

export const stepsOf = (firing: Firing, state: string): string[] =>
  firing.steps.filter((step) => step.state === state).map(({ id }) => id)
