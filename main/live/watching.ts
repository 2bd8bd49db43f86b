// The one place from which the desk reads by itself. Pages say what they want to have kept fresh; whose turn it is, and whether the budget,
// a gate or the connection allows it, is decided here for all of them together.
import { DeskError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Budget, LiveValue } from '#contract/live.ts'
import type { Environments } from '../desk/environments.ts'
import type { SettingsStore } from '../desk/settings.ts'
import { listenerFailed } from '../log.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import { createAccounts } from './request-usage.ts'
import { createAllowance } from './allowance.ts'
import { createBeat } from './wake-timer.ts'
import { createBudgetNews } from './budget-news.ts'
import { createHeld } from './watch-registry.ts'
import { intervalMs } from './intervals.ts'
import { createLanes } from './read-slots.ts'
import { createReads } from './reads.ts'
import { standAll } from './schedule.ts'
import type { Standings } from './schedule.ts'
import type { Watching } from './types.ts'
import { describe, hurry, note } from './watched.ts'
import type { Watched } from './watched.ts'

/** Looked at least this often while anything is watched: leases end, and what was used comes free. */
const beatMs = 5_000
/** Overdue for so long, a value is said to wait for the budget; so is everything that is read this many times slower. */
const overdueMs = 2_000
const slower = 1.5

type Code = ErrorCode | undefined
/** After these nothing is tried until something changed: each try could put the system's question for a password on screen. */
const noCredential: readonly Code[] = ['no_credentials', 'keychain_locked', 'keychain_denied']
const ofCredential: readonly Code[] = [
  ...noCredential,
  'keychain_unavailable',
  'authentication_required',
  'not_authorized',
]

export interface WatchingParts {
  client: Pick<PlatformClient, 'read' | 'gate' | 'connection' | 'onGates' | 'onRequest' | 'onConnection'>
  operations: ReadonlyMap<string, Operation>
  environments: Pick<Environments, 'get' | 'selected'>
  settings: Pick<SettingsStore, 'read' | 'write'>
  clock: Clock
  log: Log
  /** Whether a show is on in the chosen environment. */
  onAir: () => boolean
}

/** Counts requests from the moment it is made; reads by itself while a page watches something. */
export function createWatching({
  client,
  operations,
  environments,
  settings,
  clock,
  log,
  onAir,
}: WatchingParts): Watching {
  const accounts = createAccounts({ client, clock })
  const allowance = createAllowance(settings)
  const held = createHeld({ clock, operations, onAir })
  const lanes = createLanes(clock)
  const beat = createBeat(clock, turn)
  const values = createListeners<[LiveValue]>(listenerFailed(log))
  const budgets = createListeners<[Budget]>(listenerFailed(log))
  const news = createBudgetNews({ clock, budget, tell: (now) => budgets.emit(now) })
  const reads = createReads({
    client,
    lanes,
    place: () => ({ environment: chosen, usage: accounts.of(chosen).usage }),
    settled,
    after: turn,
  })
  /** Who reads with a credential that is missing. */
  const locked = new Set<string>()
  const doorOf = ({ product, auth }: Operation) => `${product} ${auth}`
  let chosen = environments.selected()
  let address = environments.get(chosen).baseUrl
  let offline = client.connection(chosen).state === 'unreachable'
  let standings: Standings = { of: new Map(), stretch: 1 }
  let stopped = false

  function budget(): Budget {
    const { usage, slowdown } = accounts.of(chosen)
    return {
      environment: chosen,
      ...allowance.get(),
      ...usage.counts(),
      slowdown: slowdown.factor(),
      watches: held.wanted().length,
      quick: onAir(),
    }
  }

  function valueOf(watched: Watched): LiveValue {
    const { waiting, dueAt } = standings.of.get(watched) ?? { waiting: 'hidden', dueAt: undefined }
    const stretched = standings.stretch >= slower ? 'budget' : undefined
    return describe(watched, chosen, { waiting: waiting ?? stretched, dueAt: dueAt && Math.max(dueAt, clock.now()) })
  }

  const soon = () => beat.plan(clock.now())

  /** Begins every read whose turn it is, tells what changed, and plans the next turn. */
  function turn(): void {
    if (stopped) return
    if (beat.begin() === 'leapt') awake()
    const now = clock.now()
    const tidyAt = held.tidy()
    const wanted = held.wanted()
    const { usage, slowdown } = accounts.of(chosen)
    standings = standAll(wanted, {
      now,
      onAir: onAir(),
      offline: offline || address === '',
      locked: ({ operation }) => locked.has(doorOf(operation)),
      gate: ({ operation }) => client.gate(operation.key, chosen),
      slowdown: slowdown.factor(),
      plannedPerMinute: usage.plannedPerMinute(allowance.get()),
    })
    const nextAt = beginReady(wanted, now)
    for (const watched of wanted) tell(watched)
    news.changed()
    const at = Math.min(tidyAt, ...(wanted.length === 0 ? [] : [now + beatMs, nextAt]))
    if (at < Infinity) beat.plan(at)
  }

  /** Urgent ones first, then by how long they are due. Answers when the next one may be. */
  function beginReady(wanted: readonly Watched[], now: number): number {
    const { usage, slowdown } = accounts.of(chosen)
    const idle = wanted.flatMap((watched) => {
      const standing = watched.reading === undefined ? standings.of.get(watched) : undefined
      return standing?.dueAt === undefined
        ? []
        : [{ watched, standing, dueAt: standing.dueAt, urgent: watched.urgentSince !== undefined }]
    })
    const ready = idle.filter(({ standing, dueAt }) => standing.waiting === undefined && dueAt <= now)
    let nextAt = Math.min(...idle.filter((one) => !ready.includes(one)).map(({ dueAt }) => Math.max(dueAt, now + 1)))
    let shortMs = 0
    for (const { watched, standing, dueAt, urgent } of ready.sort(
      (a, b) => Number(b.urgent) - Number(a.urgent) || a.dueAt - b.dueAt,
    )) {
      const laneMs = lanes.waitMs(watched.operation.product, slowdown.factor())
      if (laneMs === 0 && shortMs === 0) shortMs = usage.waitMs(allowance.get(), urgent)
      const waitMs = Math.max(laneMs, shortMs)
      if (waitMs === 0) reads.read(watched)
      // Where only the end of another read is waited for, that brings the next turn.
      else if (waitMs < Infinity) nextAt = Math.min(nextAt, (standing.dueAt = now + waitMs))
      if (shortMs > 0 && now - dueAt >= overdueMs) standing.waiting = 'budget'
    }
    return nextAt
  }

  /** Once for every read that ended, and where why it waits changed. Of what is being read, or was only short of budget, the read's end tells. */
  function tell(watched: Watched): void {
    const waiting = standings.of.get(watched)?.waiting
    const same = waiting === watched.toldWaiting || (waiting === undefined && watched.toldWaiting === 'budget')
    if (!watched.untold && (same || watched.reading !== undefined)) return
    const value = valueOf(watched)
    watched.untold = false
    watched.toldWaiting = value.waiting
    values.emit(value)
  }

  function settled(watched: Watched, ended: Parameters<typeof note>[1]): void {
    // It belongs to another environment.
    if (!held.has(watched)) return
    note(watched, ended, clock.now(), intervalMs(watched.holders, onAir()) ?? 0)
    if (noCredential.includes(watched.error?.code)) locked.add(doorOf(watched.operation))
  }

  function hurryWhere(choose: (code: Code) => boolean): void {
    for (const watched of held.all()) if (choose(watched.error?.code)) hurry(watched, clock.now())
  }

  /** Back from sleep. What the desk read by itself then is not waited for. */
  function awake(): void {
    held.renew()
    lanes.clear()
    locked.clear()
    for (const watched of held.all()) if (watched.reading?.by === 'desk') watched.reading = undefined
    hurryWhere(() => true)
  }

  const unsubscribe = [
    client.onRequest(({ by, environment, request }) => {
      const operation = operations.get(request.operation)
      // It had its credential: the keychain is open again.
      if (by === 'person' && environment === chosen && operation !== undefined && locked.delete(doorOf(operation))) {
        hurryWhere((code) => noCredential.includes(code))
        soon()
      }
      news.changed()
    }),
    client.onGates(soon),
    client.onConnection(({ environment, state }) => {
      if (environment !== chosen) return
      const before = offline
      offline = state === 'unreachable'
      if (before && state === 'reachable') hurryWhere((code) => code === undefined || code === 'unreachable')
      if (before !== offline) soon()
    }),
  ]

  return {
    budget,
    follow(set) {
      const wanted = held.put(set)
      turn()
      return { values: wanted.map(valueOf), budget: budget() }
    },
    async refresh(key) {
      const watched = held.get(key)
      if (watched === undefined)
        throw new DeskError(
          'not_found_here',
          'This value is not watched any more. Nothing was read. Open the view that shows it.',
        )
      await reads.readForPerson(watched)
      if (held.has(watched)) return valueOf(watched)
      throw new DeskError(
        'cancelled',
        'Another environment was chosen meanwhile, and the answer was thrown away. Read it again there.',
        { operation: watched.operation.key },
      )
    },
    configure(change) {
      allowance.set(change)
      turn()
      return budget()
    },
    changed() {
      const before = `${chosen} ${address}`
      chosen = environments.selected()
      address = environments.get(chosen).baseUrl
      offline = client.connection(chosen).state === 'unreachable'
      if (before !== `${chosen} ${address}`) {
        held.clear()
        lanes.clear()
        locked.clear()
      }
      turn()
    },
    credentialsChanged(environment) {
      if (environment !== chosen) return
      locked.clear()
      hurryWhere((code) => ofCredential.includes(code))
      turn()
    },
    resumed() {
      awake()
      turn()
    },
    stop() {
      stopped = true
      beat.stop()
      news.stop()
      accounts.stop()
      for (const stop of unsubscribe) stop()
    },
    onValue: (listener) => values.add(listener),
    onBudget: (listener) => budgets.add(listener),
  }
}
