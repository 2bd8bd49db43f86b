// Whether the platform answers is observed, not guessed: real requests count first, and only where there are none a cheap probe asks.
import { environmentIds } from '#contract/models.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import type { Environments } from '../desk/environments.ts'
import type { SettingsStore } from '../desk/settings.ts'
import { probeProduct } from '../platform/client/index.ts'
import { createListeners } from '../platform/client/listeners.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import { backoffMs, createShare } from './pace.ts'
import { createSwitches } from './switches.ts'
import type { Reachability } from './types.ts'

/** How long the first question leaves the way to real requests: at start, and after a change of environment. */
const startGraceMs = 2_000
const changeGraceMs = 500
const jitter = 0.2

export interface ReachabilityParts {
  client: Pick<PlatformClient, 'probe' | 'connection' | 'lastTriedAt' | 'resetConnection' | 'gates' | 'onConnection'>
  environments: Pick<Environments, 'get' | 'selected' | 'configured'>
  settings: Pick<SettingsStore, 'read' | 'write'>
  clock: Clock
  log: Log
  /** From 0 to 1, so that many desks don't ask at once. */
  random: () => number
}

/** Observes from the moment it is made; asks by itself between `start` and `stop`. */
export function createReachability({ client, environments, settings, clock, log, random }: ReachabilityParts): Reachability {
  const switches = createSwitches(settings)
  const share = createShare(clock)
  const listeners = createListeners<Connection>(log)
  const addresses = new Map<EnvironmentId, string>(environmentIds.map((id) => [id, environments.get(id).baseUrl]))
  let chosen = environments.selected()
  let running = false
  let failures = 0
  let next: { at: number; cancel: () => void } | undefined
  let asking: Promise<void> | undefined

  const stateOf = (environment: EnvironmentId) => client.connection(environment).state
  const embedded = () => chosen === 'rehearsal' && environments.configured('rehearsal') === ''

  const describe = (environment: EnvironmentId): Connection => ({
    ...client.connection(environment),
    ...switches.get(),
    ...(next === undefined || environment !== chosen ? {} : { nextProbeAt: new Date(next.at).toISOString() }),
  })

  function tell(environment = chosen): void {
    listeners.emit(describe(environment))
  }

  function drop(): void {
    next?.cancel()
    next = undefined
  }

  /** Plans the next question in place of one that was planned before; a real request within `waitMs` will take its place. */
  function plan(waitMs: number, passedMs = 0): void {
    drop()
    if (!running || switches.get().probing === 'paused' || environments.get(chosen).baseUrl === '') return
    const delay = Math.ceil(Math.max(0, waitMs - passedMs) * (1 + jitter * random()))
    next = { at: clock.now() + delay, cancel: clock.after(delay, () => ring(waitMs)) }
  }

  function retry(passedMs = 0): void {
    plan(Math.max(backoffMs(failures), share.waitMs()), passedMs)
    failures += 1
  }

  /** The first question after a start or a change. The platform inside the desk is asked only once it failed. */
  function begin(graceMs: number): void {
    failures = 0
    if (embedded() && stateOf(chosen) !== 'unreachable') drop()
    else plan(graceMs)
  }

  function ring(waitMs: number): void {
    next = undefined
    const passedMs = clock.now() - (client.lastTriedAt(chosen) ?? -Infinity)
    const gate = client.gates().find(({ environment, product }) => environment === chosen && product === probeProduct)
    if (passedMs < waitMs) {
      if (stateOf(chosen) !== 'reachable') retry(passedMs)
    } else if (gate !== undefined) {
      plan(gate.retryAfterMs)
    } else if (share.spent()) {
      plan(share.waitMs())
    } else {
      share.take()
      ask(true).catch((error: unknown) => {
        log.write('warn', 'The platform could not be asked', { environment: chosen, reason: error instanceof Error ? error.message : String(error) })
      })
      return
    }
    tell()
  }

  /** Asks once; who asks meanwhile shares the answer. */
  function ask(byItself: boolean): Promise<void> {
    if (asking !== undefined) return asking
    drop()
    const asked: Promise<void> = client
      .probe(chosen, byItself ? 'desk' : 'person')
      .then(() => undefined)
      .finally(() => settled(asked, byItself))
    asking = asked
    tell()
    return asked
  }

  function settled(asked: Promise<void>, byItself: boolean): void {
    // Another environment or address was chosen meanwhile.
    if (asking !== asked) return
    asking = undefined
    if (stateOf(chosen) === 'reachable') failures = 0
    else {
      const before = failures
      retry()
      // Who asks by hand is impatient enough.
      if (!byItself) failures = before
    }
    tell()
  }

  const unsubscribe = client.onConnection(({ environment, state }) => {
    if (environment === chosen && asking === undefined) {
      if (state === 'reachable') {
        failures = 0
        drop()
      } else if (state === 'unreachable' && (failures === 0 || next === undefined)) retry()
    }
    tell(environment)
  })

  return {
    connection: describe,
    configure(change) {
      const { probing } = switches.get()
      switches.set(change)
      if (switches.get().probing === 'paused') drop()
      else if (probing === 'paused' && stateOf(chosen) !== 'reachable') begin(0)
      tell()
      return describe(chosen)
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
      tell()
    },
    start() {
      running = true
      begin(startGraceMs)
      if (next !== undefined) tell()
    },
    stop() {
      running = false
      drop()
      unsubscribe()
    },
    onChange: (listener) => listeners.add(listener),
  }
}
