// The scheduler of everything that the desk reads by itself. Pages say what they watch; whose turn it is, and whether the budget, a gate or
// the connection allows it, is decided here for all of them.
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Budget, LiveValue } from '#contract/live.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { PlatformClient } from '../../platform/client/types.ts'
import { stopwatch, type Clock, type Log } from '../../core/ports.ts'
import { createRequestUsage } from './request-usage.ts'
import { createAllowance } from './allowance.ts'
import { createWakeTimer } from './wake-timer.ts'
import { createBudgetEvents } from './budget-events.ts'
import { createWatchRegistry } from './watch-registry.ts'
import { intervalMs } from './intervals.ts'
import { createReadSlots } from './read-slots.ts'
import { createReads } from './reads.ts'
import { isOwn, scheduleAll, type Schedule } from './schedule.ts'
import type { Watching } from './types.ts'
import { describe, hurry, takeIn, type Ended, type Watched } from './watched.ts'

/** The longest time between two turns while anything is watched: leases end, and used budget comes free. */
const mostApartMs = 5_000

type Code = ErrorCode | undefined
/** After these nothing is tried until something changed: each try could open the system's dialog for a password. */
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
  /** A show is on in the chosen environment. */
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
  const requestUsage = createRequestUsage({ client, clock })
  const allowance = createAllowance(settings)
  const registry = createWatchRegistry({ clock, operations, onAir })
  const slots = createReadSlots(clock)
  const wakeTimer = createWakeTimer(clock, turn)
  const values = createListeners<[LiveValue]>(listenerFailed(log))
  const budgets = createListeners<[Budget]>(listenerFailed(log))
  const budgetEvents = createBudgetEvents({ clock, budget, emit: (now) => budgets.emit(now) })
  const reads = createReads({
    client,
    slots,
    place: () => ({ environment: chosen, usage: requestUsage.of(chosen).usage }),
    settled,
    after: turn,
  })
  /** Products and schemes whose credential is missing. */
  const withoutCredential = new Set<string>()
  const credentialOf = ({ product, auth }: Operation) => `${product} ${auth}`
  let chosen = environments.selected()
  let address = environments.get(chosen).baseUrl
  let offline = client.connection(chosen).state === 'unreachable'
  let schedule: Schedule = { of: new Map(), stretch: 1, grantsPerMinute: 0 }
  /** The age of each read of the last minute that was for grants alone. */
  let readForGrants: Array<() => number> = []
  let stopped = false

  function budget(): Budget {
    const { usage, slowdown } = requestUsage.of(chosen)
    return {
      environment: chosen,
      ...allowance.get(),
      ...usage.counts(),
      slowdown: slowdown.factor(),
      stretch: schedule.stretch,
      watches: registry.wanted().length,
      quick: onAir(),
    }
  }

  function valueOf(watched: Watched): LiveValue {
    const { waiting, dueAt } = schedule.of.get(watched) ?? { waiting: 'hidden', dueAt: undefined }
    return describe(watched, chosen, { waiting, dueAt: dueAt && Math.max(dueAt, clock.now()) })
  }

  const soon = () => wakeTimer.plan(clock.now())

  /** Begins every read that is due, emits what changed, and plans the next turn. */
  function turn(): void {
    if (stopped) return
    if (wakeTimer.begin() === 'leapt') awake()
    const now = clock.now()
    const tidyAt = registry.tidy()
    const wanted = registry.wanted()
    const { usage, slowdown } = requestUsage.of(chosen)
    schedule = scheduleAll(wanted, {
      now,
      onAir: onAir(),
      offline: offline || address === '',
      lacksCredential: ({ operation }) => withoutCredential.has(credentialOf(operation)),
      gate: ({ operation }) => client.gate(operation.key, chosen),
      slowdown: slowdown.factor(),
      plannedPerMinute: usage.plannedPerMinute(allowance.get()),
    })
    const nextAt = beginReady(wanted, now)
    for (const watched of wanted) emit(watched)
    budgetEvents.changed()
    const at = Math.min(tidyAt, ...(wanted.length === 0 ? [] : [now + mostApartMs, nextAt]))
    if (at < Infinity) wakeTimer.plan(at)
  }

  /** How long the next read for grants alone has to wait, in milliseconds. */
  function grantsWaitMs(): number {
    readForGrants = readForGrants.filter((ageMs) => ageMs() < 60_000)
    const over = readForGrants.length - Math.max(1, Math.floor(schedule.grantsPerMinute))
    return over < 0 ? 0 : 60_000 - (readForGrants[over]?.() ?? 0)
  }

  /** What the desk's own pages show comes first, then urgent ones, then by how long they are due. Returns when the next one may be. */
  function beginReady(wanted: readonly Watched[], now: number): number {
    const { usage, slowdown } = requestUsage.of(chosen)
    const idle = wanted.flatMap((watched) => {
      const entry = watched.reading === undefined ? schedule.of.get(watched) : undefined
      return entry?.dueAt === undefined
        ? []
        : [{ watched, entry, dueAt: entry.dueAt, own: isOwn(watched), urgent: watched.urgentSince !== undefined }]
    })
    const ready = idle.filter(({ entry, dueAt }) => entry.waiting === undefined && dueAt <= now)
    let nextAt = Math.min(...idle.filter((one) => !ready.includes(one)).map(({ dueAt }) => Math.max(dueAt, now + 1)))
    let shortMs = 0
    for (const { watched, entry, own, urgent } of ready.sort(
      (a, b) => Number(b.own) - Number(a.own) || Number(b.urgent) - Number(a.urgent) || a.dueAt - b.dueAt,
    )) {
      const slotMs = Math.max(slots.waitMs(watched.operation.product, slowdown.factor()), own ? 0 : grantsWaitMs())
      if (slotMs === 0 && shortMs === 0) shortMs = usage.waitMs(allowance.get(), urgent && own)
      const waitMs = Math.max(slotMs, shortMs)
      if (waitMs === 0) {
        if (!own) readForGrants.push(stopwatch(clock))
        reads.read(watched)
      }
      // Where it waits only for another read, the end of that one brings the next turn.
      else if (waitMs < Infinity) nextAt = Math.min(nextAt, (entry.dueAt = now + waitMs))
    }
    return nextAt
  }

  /** Emits a value once for every read that ended, and when it waits for another reason. A read under way emits at its end. */
  function emit(watched: Watched): void {
    const waiting = schedule.of.get(watched)?.waiting
    if (!watched.changed && (waiting === watched.emittedWaiting || watched.reading !== undefined)) return
    const value = valueOf(watched)
    watched.changed = false
    watched.emittedWaiting = value.waiting
    values.emit(value)
  }

  function settled(watched: Watched, ended: Ended): void {
    // It may belong to another environment, and after the stop nothing may be asked any more.
    if (stopped || !registry.has(watched)) return
    takeIn(watched, ended, clock.now(), intervalMs(watched.holders, onAir()) ?? 0)
    if (noCredential.includes(watched.error?.code)) withoutCredential.add(credentialOf(watched.operation))
  }

  function hurryWhere(choose: (code: Code) => boolean): void {
    for (const watched of registry.all()) if (choose(watched.error?.code)) hurry(watched, clock.now())
  }

  /** After sleep the desk's own reads under way are not waited for. */
  function awake(): void {
    registry.renew()
    slots.clear()
    withoutCredential.clear()
    for (const watched of registry.all()) if (watched.reading?.by === 'desk') watched.reading = undefined
    hurryWhere(() => true)
  }

  const unsubscribe = [
    client.onRequest(({ by, environment, request }) => {
      const operation = operations.get(request.operation)
      // A person's request had its credential, so the keychain is open again.
      if (
        by === 'person' &&
        environment === chosen &&
        operation !== undefined &&
        withoutCredential.delete(credentialOf(operation))
      ) {
        hurryWhere((code) => noCredential.includes(code))
        soon()
      }
      budgetEvents.changed()
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
    affordable() {
      const { used, perMinute, reserve } = budget()
      return used < perMinute - reserve
    },
    follow(set) {
      const wanted = registry.put(set)
      turn()
      return { values: wanted.map(valueOf), budget: budget() }
    },
    async refresh(key) {
      const watched = registry.get(key)
      if (watched === undefined)
        throw new DeskError('not_found_here', 'This value is not watched any more.', {
          facts: { reason: 'not_watched' },
        })
      await reads.readForPerson(watched)
      if (registry.has(watched)) return valueOf(watched)
      throw new DeskError('cancelled', 'Another environment was selected meanwhile.', {
        operation: watched.operation.key,
        facts: { reason: 'environment_changed_meanwhile' },
      })
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
        registry.clear()
        slots.clear()
        withoutCredential.clear()
      }
      turn()
    },
    credentialsChanged(environment) {
      if (environment !== chosen) return
      withoutCredential.clear()
      hurryWhere((code) => ofCredential.includes(code))
      turn()
    },
    resumed() {
      awake()
      turn()
    },
    stop() {
      stopped = true
      wakeTimer.stop()
      budgetEvents.stop()
      requestUsage.stop()
      for (const stop of unsubscribe) stop()
    },
    onValue: (listener) => values.add(listener),
    onBudget: (listener) => budgets.add(listener),
  }
}
