// Whether the platform can be reached. Real requests show it; a cheap probe is sent only while there are none.
import { messageOf } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import { environmentIds, type Connection, type EnvironmentId } from '#contract/models.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import { listenerFailed } from '../../core/log.ts'
import { probeProduct } from '../../platform/client/index.ts'
import type { PlatformClient } from '../../platform/client/types.ts'
import { runningTime, type Clock, type Log } from '../../core/ports.ts'
import { backoffMs, createShare } from './pace.ts'
import { createSwitches } from './switches.ts'
import type { Reachability } from './types.ts'

/** How long the first probe waits for real requests: at start, and after a change of environment. */
const startGraceMs = 2_000
const changeGraceMs = 500
const jitter = 0.2
/** While something is queued: every 5 s at first, after 10 minutes of an outage every 30 s. */
const queuePaceMs = 5_000
const slowQueuePaceMs = 30_000
const quickForMs = 600_000

export interface ReachabilityParts {
  client: Pick<PlatformClient, 'probe' | 'connection' | 'lastTriedAt' | 'resetConnection' | 'gates' | 'onConnection'>
  environments: Pick<Environments, 'get' | 'selected' | 'configured'>
  settings: Pick<SettingsStore, 'read' | 'write'>
  clock: Clock
  log: Log
  /** Whether something is queued that would leave if the environment answered. */
  waits: (environment: EnvironmentId) => boolean
  /** Whether the budget allows a request of the desk's own. */
  affordable: () => boolean
  /** From 0 to 1, so that many desks don't probe at once. */
  random: () => number
}

/** Observes at once; probes between `start` and `stop`. */
export function createReachability({
  client,
  environments,
  settings,
  waits,
  affordable,
  clock,
  log,
  random,
}: ReachabilityParts): Reachability {
  const switches = createSwitches(settings)
  const share = createShare(clock)
  const listeners = createListeners<[Connection]>(listenerFailed(log))
  const addresses = new Map<EnvironmentId, string>(environmentIds.map((id) => [id, environments.get(id).baseUrl]))
  let chosen = environments.selected()
  let running = false
  let failures = 0
  /** `at` is running time. */
  let next: { at: number; cancel: () => void } | undefined
  let asking: Promise<void> | undefined
  /** The planned probes of environments that are not selected and have something queued. */
  const others = new Map<EnvironmentId, () => void>()

  const stateOf = (environment: EnvironmentId) => client.connection(environment).state
  const embedded = () => chosen === 'rehearsal' && environments.configured('rehearsal') === ''

  const describe = (environment: EnvironmentId): Connection => ({
    ...client.connection(environment),
    ...switches.get(),
    ...(next === undefined || environment !== chosen
      ? {}
      : { nextProbeAt: new Date(clock.now() + next.at - runningTime(clock)).toISOString() }),
  })

  function emit(environment = chosen): void {
    listeners.emit(describe(environment))
  }

  function drop(): void {
    next?.cancel()
    next = undefined
  }

  /** Replaces the planned probe. A real request within `waitMs` makes it needless. The jitter delays it, or brings it forward where `early`. */
  function plan(waitMs: number, passedMs = 0, early = false): void {
    drop()
    if (!running || switches.get().probing === 'paused' || environments.get(chosen).baseUrl === '') return
    const spread = jitter * random()
    const delay = Math.ceil(Math.max(0, waitMs - passedMs) * (early ? 1 - spread : 1 + spread))
    next = {
      at: runningTime(clock) + delay,
      cancel: clock.after(delay, () => onDue(early ? passedMs + delay : waitMs)),
    }
  }

  /** The probe's interval while something is queued; undefined where nothing is, or it may not be probed. */
  function queueIntervalMs(environment: EnvironmentId): number | undefined {
    return asks(environment) && switches.get().sending === 'on' && waits(environment)
      ? intervalMs(environment)
      : undefined
  }

  const intervalMs = (environment: EnvironmentId): number =>
    clock.now() - Date.parse(client.connection(environment).since) < quickForMs ? queuePaceMs : slowQueuePaceMs

  const asks = (environment: EnvironmentId): boolean =>
    running &&
    switches.get().probing === 'on' &&
    environments.get(environment).baseUrl !== '' &&
    stateOf(environment) === 'unreachable'

  const gateOf = (environment: EnvironmentId) =>
    client.gates().find((gate) => gate.environment === environment && gate.product === probeProduct)

  /** An environment that is not selected is probed only while something is queued for it. */
  function planOther(environment: EnvironmentId): void {
    others.get(environment)?.()
    others.delete(environment)
    const pace = environment === chosen ? undefined : queueIntervalMs(environment)
    if (pace === undefined) return
    const cancel = clock.after(Math.max(pace * (1 - jitter * random()), gateOf(environment)?.retryAfterMs ?? 0), () => {
      others.delete(environment)
      if (queueIntervalMs(environment) === undefined || environment === chosen) return
      if (!affordable()) return planOther(environment)
      client.probe(environment, 'desk').then(() => planOther(environment), logFailure)
    })
    others.set(environment, cancel)
  }

  const logFailure = (error: unknown): void => {
    log.write('warn', 'The platform could not be asked', { environment: chosen, reason: messageOf(error) })
  }

  function retry(passedMs = 0): void {
    const pace = queueIntervalMs(chosen)
    if (pace === undefined) plan(Math.max(backoffMs(failures), share.waitMs()), passedMs)
    else plan(pace, passedMs, true)
    failures += 1
  }

  /** Plans the first probe. The embedded platform is probed only once it failed. */
  function begin(graceMs: number): void {
    failures = 0
    if (embedded() && stateOf(chosen) !== 'unreachable') drop()
    else plan(graceMs)
  }

  function onDue(waitMs: number): void {
    next = undefined
    const passedMs = runningTime(clock) - (client.lastTriedAt(chosen) ?? -Infinity)
    const gate = gateOf(chosen)
    const queued = queueIntervalMs(chosen) !== undefined
    if (passedMs < waitMs) {
      if (stateOf(chosen) !== 'reachable') retry(passedMs)
    } else if (gate !== undefined) {
      plan(gate.retryAfterMs)
    } else if (queued ? !affordable() : share.spent()) {
      plan(queued ? queuePaceMs : share.waitMs())
    } else {
      if (!queued) share.take()
      ask(true).catch(logFailure)
      return
    }
    emit()
  }

  /** Calls during a probe share its result. */
  function ask(byItself: boolean): Promise<void> {
    if (asking !== undefined) return asking
    drop()
    const asked: Promise<void> = client
      .probe(chosen, byItself ? 'desk' : 'person')
      .then(() => undefined)
      .finally(() => settled(asked, byItself))
    asking = asked
    emit()
    return asked
  }

  function settled(asked: Promise<void>, byItself: boolean): void {
    // Another environment or address was selected meanwhile.
    if (asking !== asked) return
    asking = undefined
    if (stateOf(chosen) === 'reachable') failures = 0
    else {
      const before = failures
      retry()
      // A probe by hand does not lengthen the back-off.
      if (!byItself) failures = before
    }
    emit()
  }

  const unsubscribe = client.onConnection(({ environment, state }) => {
    if (environment === chosen && asking === undefined) {
      if (state === 'reachable') {
        failures = 0
        drop()
      } else if (state === 'unreachable' && (failures === 0 || next === undefined)) retry()
    }
    if (environment !== chosen) planOther(environment)
    emit(environment)
  })

  return {
    connection: describe,
    configure(change) {
      const { probing } = switches.get()
      switches.set(change)
      if (switches.get().probing === 'paused') drop()
      else if (probing === 'paused' && stateOf(chosen) !== 'reachable') begin(0)
      emit()
      return describe(chosen)
    },
    asks,
    queueChanged(environment) {
      if (!asks(environment)) return
      if (environment !== chosen) return others.has(environment) ? undefined : planOther(environment)
      // Runs for every change of the queue, so the costly check comes last.
      if (next === undefined || next.at - runningTime(clock) <= intervalMs(environment)) return
      const pace = queueIntervalMs(environment)
      if (pace === undefined) return
      plan(pace, 0, true)
      emit()
    },
    online() {
      if (asking === undefined && asks(chosen)) ask(true).catch(logFailure)
    },
    async probe() {
      const environment = chosen
      await ask(false)
      return describe(environment)
    },
    follow() {
      const changed = environmentIds.filter((id) => addresses.get(id) !== environments.get(id).baseUrl)
      for (const id of changed) addresses.set(id, environments.get(id).baseUrl)
      const before = chosen
      chosen = environments.selected()
      for (const id of changed) client.resetConnection(id)
      if (chosen === before && !changed.includes(chosen)) return
      asking = undefined
      begin(changeGraceMs)
      environmentIds.forEach(planOther)
      emit()
    },
    start() {
      running = true
      begin(startGraceMs)
      environmentIds.forEach(planOther)
      if (next !== undefined) emit()
    },
    stop() {
      running = false
      drop()
      for (const cancel of others.values()) cancel()
      others.clear()
      unsubscribe()
    },
    onChange: (listener) => listeners.add(listener),
  }
}
