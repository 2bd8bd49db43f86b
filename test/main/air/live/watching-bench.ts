// A scheduler over a platform in memory, with time that tests move. The platform keeps gates and a connection as the real client does.
// Without the test runner, so that the soak can run in a process of its own.
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import type { Budget, LiveValue, Watch } from '#contract/live.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Gate, ReadAnswer } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import { createWatching, type WatchingParts } from '../../../../main/air/live/watching.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import type { Asker, Departure, Observed } from '../../../../main/platform/client/types.ts'

/** Lets every promise that can go on do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve()
}

/** Time that stands still until it is moved; promises go on between two timers. */
function createTime(start = Date.parse('2026-11-22T20:00:00.000Z')) {
  let now = start
  let timers: Array<{ at: number; run: () => void }> = []
  const first = (until: number) =>
    timers.reduce<(typeof timers)[number] | undefined>(
      (best, timer) => (timer.at <= until && timer.at < (best?.at ?? Infinity) ? timer : best),
      undefined,
    )
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    async advance(ms: number): Promise<void> {
      const end = now + ms
      await settle()
      for (let next = first(end); next !== undefined; next = first(end)) {
        const due = next
        timers = timers.filter((timer) => timer !== due)
        now = Math.max(now, due.at)
        due.run()
        await settle()
      }
      now = end
    },
    /** The wall clock moves while no timer runs: sleep, or a person who sets it. Timers keep the time they had left. */
    leap(ms: number): void {
      now += ms
      for (const timer of timers) timer.at += ms
    },
    pending: () => timers.length,
  }
}

export interface Sent {
  at: number
  operation: string
  environment: EnvironmentId
  by: Asker
}

const folders: Array<[folder: string, product: Product]> = [
  ['video', 'Livestream'],
  ['poll', 'Polls'],
  ['ads', 'Ads'],
  ['payment', 'Payments'],
]
const operations: ReadonlyMap<string, Operation> = new Map(
  folders.flatMap(([folder, product]) =>
    (['read', 'create'] as const).map((kind): [string, Operation] => {
      const path = `/api/${folder}/${kind === 'read' ? 'all' : 'create'}`
      const key = `POST ${path}`
      return [
        key,
        {
          key,
          method: 'POST',
          path,
          pathParams: [],
          product,
          resource: folder,
          name: key,
          kind,
          risk: kind === 'read' ? 'read' : 'edit',
          queueable: false,
          auth: 'apiKey',
        },
      ]
    }),
  ),
)

export const status = (id: number | string = 1): Watch => ({
  operation: 'POST /api/video/all',
  body: { id },
  pace: 'status',
})
export const tally = (id: number | string = 1): Watch => ({
  operation: 'POST /api/poll/all',
  body: { id },
  pace: 'tally',
})
export const list = (id: number | string = 1): Watch => ({
  operation: 'POST /api/payment/all',
  body: { id },
  pace: 'list',
})
export const figures = (id: number | string = 1): Watch => ({
  operation: 'POST /api/ads/all',
  body: { id },
  pace: 'figures',
})

type Answering = (sent: Sent, request: { body?: unknown }) => Json | DeskError | Promise<Json | DeskError>

const emptyList: Answering = () => ({ items: [] })

export const failing = (code: ErrorCode): DeskError => new DeskError(code, 'It failed for the sake of a test.')

/** `latencyMs` is how long each answer takes; `onAir`, `environment`, `address` and `answering` may be changed by a test at any time. */
export function createBench({ latencyMs = 50, answering = emptyList, settings = new Map<string, Json>() } = {}) {
  const clock = createTime()
  const sent: Sent[] = []
  const told: LiveValue[] = []
  const budgets: Budget[] = []
  const state = {
    onAir: true,
    environment: 'production' as EnvironmentId,
    address: 'https://api.example.org',
    answering,
    latencyMs,
    mayLeave: true,
    leavingMs: 0,
  }
  const listeners = {
    gates: new Set<(gates: Gate[]) => void>(),
    request: new Set<(departure: Departure) => void>(),
    connection: new Set<(connection: Observed) => void>(),
  }
  const closed = new Map<string, { environment: EnvironmentId; product: Product; until: number }>()
  let connection: Observed['state'] = 'reachable'
  /** Answers are given by hand once a test asks for that. */
  const waiting: Array<{ sent: Sent; answer: (answer: Json | DeskError) => Promise<void> }> = []
  let byHand = false

  const gateOf = ({
    environment,
    product,
    until,
  }: {
    environment: EnvironmentId
    product: Product
    until: number
  }): Gate => ({
    environment,
    product,
    credential: 'apiKey',
    until: new Date(until).toISOString(),
    retryAfterMs: until - clock.now(),
    source: 'retry-after',
  })
  const gates = () => [...closed.values()].filter(({ until }) => until > clock.now()).map(gateOf)
  const tellGates = () => listeners.gates.forEach((listener) => listener(gates()))

  const observed = (environment: EnvironmentId): Observed => ({
    environment,
    state: connection,
    since: new Date(clock.now()).toISOString(),
  })

  function closeGate(product: Product, ms: number, environment = state.environment): void {
    const name = `${environment} ${product}`
    closed.set(name, { environment, product, until: clock.now() + ms })
    clock.after(ms, () => {
      if ((closed.get(name)?.until ?? Infinity) > clock.now()) return
      closed.delete(name)
      tellGates()
    })
    tellGates()
  }

  function depart(
    name: string,
    by: Asker,
    environment = state.environment,
    request: Departure['request'] = { operation: name },
  ): Sent {
    const entry = { at: clock.now(), operation: name, environment, by }
    sent.push(entry)
    listeners.request.forEach((listener) =>
      listener({ environment, product: operations.get(name)?.product ?? 'Events', request, by }),
    )
    return entry
  }

  const client: WatchingParts['client'] = {
    async read(request, environment, by = 'person') {
      const { product } = operations.get(request.operation) ?? { product: 'Events' }
      const gate = closed.get(`${environment} ${product}`)
      if (gate !== undefined && gate.until > clock.now())
        throw new DeskError('rate_limited', 'The gate is closed.', { retryAfterMs: gate.until - clock.now() })
      // The look into the keychain.
      await (state.leavingMs === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => void clock.after(state.leavingMs, resolve)))
      if (!state.mayLeave) throw failing('no_credentials')
      const entry = depart(request.operation, by, environment, request)
      const begun = clock.now()
      const answer = byHand
        ? await new Promise<Json | DeskError>((resolve) =>
            waiting.push({ sent: entry, answer: (value) => (resolve(value), settle()) }),
          )
        : await new Promise<void>((resolve) => void clock.after(state.latencyMs, resolve)).then(() =>
            state.answering(entry, request),
          )
      if (answer instanceof DeskError) {
        if (answer.code === 'rate_limited') closeGate(product, answer.details.retryAfterMs ?? 1_000, environment)
        if (answer.code === 'unreachable') connect('unreachable')
        throw answer
      }
      const result: ReadAnswer = {
        status: 200,
        data: answer,
        receivedAt: new Date(clock.now()).toISOString(),
        durationMs: clock.now() - begun,
      }
      return result
    },
    gate(key, environment) {
      const found = closed.get(`${environment} ${operations.get(key)?.product ?? ''}`)
      return found !== undefined && found.until > clock.now() ? gateOf(found) : undefined
    },
    connection: observed,
    onGates: (listener) => (listeners.gates.add(listener), () => listeners.gates.delete(listener)),
    onRequest: (listener) => (listeners.request.add(listener), () => listeners.request.delete(listener)),
    onConnection: (listener) => (listeners.connection.add(listener), () => listeners.connection.delete(listener)),
  }

  function connect(to: Observed['state']): void {
    if (connection === to) return
    connection = to
    listeners.connection.forEach((listener) => listener(observed(state.environment)))
  }

  const watching = createWatching({
    client,
    operations,
    clock,
    log: {
      write: (_, message) => {
        throw new Error(message)
      },
    },
    settings: { read: (name) => settings.get(name), write: (name, value) => void settings.set(name, value) },
    environments: {
      selected: () => state.environment,
      get: (id) => ({ id, name: id, baseUrl: state.address, selected: id === state.environment, configured: true }),
    },
    onAir: () => state.onAir,
  })
  watching.onValue((value) => told.push(value))
  watching.onBudget((budget) => budgets.push(budget))
  const follow = (watches: readonly Watch[], { page = 'page', visible = true } = {}) =>
    watching.follow({ page, visible, watches })
  return {
    clock,
    watching,
    state,
    settings,
    sent,
    told,
    budgets,
    follow,
    closeGate,
    connect,
    /** A request that someone else sends: a person's read, a write, a probe. */
    depart,
    /** Passes the time with pages that stay: each says its set again every 10 s. */
    async stay(
      ms: number,
      sets: ReadonlyArray<{ watches: readonly Watch[]; page?: string; visible?: boolean }>,
    ): Promise<void> {
      for (let passed = 0; passed < ms; passed += 10_000) {
        for (const { watches, page = 'page', visible = true } of sets) follow(watches, { page, visible })
        await clock.advance(Math.min(10_000, ms - passed))
      }
    },
    /** From here on answers are given by hand. */
    answerByHand: () => {
      byHand = true
      return waiting
    },
    /** When requests of an operation left, in milliseconds from the first. */
    times: (name: string) => {
      const of = sent.filter(({ operation: key }) => key === name)
      return of.map(({ at }) => at - (of[0]?.at ?? 0))
    },
  }
}

export type Bench = ReturnType<typeof createBench>

/** The most requests in any 60 seconds, both ends included. */
export function mostInAMinute(sent: readonly Sent[], chosen: (sent: Sent) => boolean = () => true): number {
  const times = sent.filter(chosen).map(({ at }) => at)
  let most = 0
  let first = 0
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) < at - 60_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
