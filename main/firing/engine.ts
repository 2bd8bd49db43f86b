// Takes the steps of a firing one after the other. What it is about to do is on disk before it does it, and the firing in
// memory is always the one of the last commit.
import { randomUUID } from 'node:crypto'
import { defined } from '#contract/defined.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Firing, FiringStep } from '#contract/air/firing.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { listenerFailed } from '../log.ts'
import { isoNow, type Clock, type Log } from '../ports.ts'
import { derivedPress, refusePress, type PressedBy } from './press.ts'
import type { FiringStore } from './store.ts'
import type { Fire, StepOutcome, Steps } from './types.ts'
import { createWatchdog, type Watchdog } from './watchdog.ts'

export interface EngineParts {
  store: FiringStore
  steps: Steps
  /** The selected one. */
  selected: () => EnvironmentId
  /** The profile came out of a backup, so what it says of firings may be long over. */
  restored: boolean
  clock: Clock
  log: Log
  /** The stopped one was put away. */
  onPutAway: () => void
}

/** The newest firing. */
interface Run {
  firing: Firing
  /** The moment of the next step. */
  pressedAt: string
  /** The step that a person held. */
  held?: string
  /** A person has seen that it was stopped. */
  putAway: boolean
  /** False once what it was fired by has ended; unknown after a restart, when only the desk goes on with it. */
  mayGo?: (() => boolean) | undefined
  /** Presses that it was resumed with. */
  presses: Set<string>
  abort: AbortController
  watchdog?: Watchdog | undefined
}

/** What is told waits this long, so that the first byte of a step leaves before others hear of it. */
export const leaveMs = 4

type Patch = { [K in keyof FiringStep]?: FiringStep[K] | undefined }
type Because = NonNullable<Firing['because']>

export function createEngine({ store, steps, selected, restored, clock, log, onPutAway }: EngineParts) {
  const listeners = createListeners<[Firing]>(listenerFailed(log))
  let newest: Run | undefined
  let closed = false
  let untold: Firing[] = []

  const goesOn = ({ state }: Firing): boolean => state === 'running' || state === 'waiting'
  const isOver = ({ state }: FiringStep): boolean => state === 'seen' || state === 'skipped'

  /** One commit; then everyone hears of it. */
  function put(run: Run, firing: Firing, leaves = false): void {
    store.save(firing, leaves)
    publish(run, firing)
  }

  /** It is about to be taken by the ledger or as a draft. */
  const isLeaving = ({ state, action }: FiringStep): boolean => state === 'taking' && action.kind !== 'seen'

  function publish(run: Run, firing: Firing): void {
    run.firing = firing
    if (!goesOn(firing)) rest(run)
    tell(firing)
  }

  /** In order, and after what leaves. */
  function tell(firing: Firing): void {
    if (untold.push(firing) === 1) setTimeout(flush, leaveMs)
  }

  function flush(): void {
    const due = untold
    untold = []
    if (!closed) for (const firing of due) listeners.emit(firing)
  }

  function rest(run: Run): void {
    run.watchdog?.stop()
    run.watchdog = undefined
    run.abort.abort()
  }

  const patched = (firing: Firing, id: string, patch: Patch): FiringStep[] =>
    firing.steps.map((step) => (step.id === id ? changed(step, patch) : step))

  const ended = ({ state, intent, reason, facts }: StepOutcome): Patch => ({
    state,
    intent,
    reason,
    facts,
    ...(state === 'planned' ? { takenAt: undefined, endedAt: undefined } : { endedAt: isoNow(clock) }),
  })

  /** A firing that stops waits for nobody any more. */
  const stopped = (firing: Firing, because: Because): Firing => ({
    ...firing,
    state: 'stopped',
    because,
    endedAt: isoNow(clock),
    steps: firing.steps.map((step) => (step.state === 'waiting' ? { ...step, state: 'planned' } : step)),
  })

  function halt(run: Run, because: Because): void {
    if (!goesOn(run.firing)) return
    try {
      put(run, stopped(run.firing, because))
    } catch (error) {
      // The next start finds it going on, and stops it then.
      log.write('error', 'A firing that was stopped could not be kept.', { reason: messageOf(error) })
      publish(run, stopped(run.firing, because))
    }
  }

  const becauseOf = ({ state }: StepOutcome): Because | undefined =>
    state === 'contradicted' ? 'step_failed' : state === 'unknown' ? 'step_unknown' : undefined

  /** Keeps how a step ended, in one commit with the end of the firing where it ends that. */
  function end(run: Run, { id, action }: FiringStep, given: StepOutcome): void {
    const went = goesOn(run.firing)
    // What was being observed when a person or the clock stopped it says nothing.
    const outcome: StepOutcome =
      action.kind === 'seen' && !went && run.firing.because !== 'no_progress' && given.state !== 'seen'
        ? { state: 'planned' }
        : given
    const next: Firing = { ...run.firing, steps: patched(run.firing, id, ended(outcome)) }
    const because = went ? becauseOf(outcome) : undefined
    try {
      put(run, because === undefined ? next : stopped(next, because))
    } catch (error) {
      log.write('error', 'The end of a step could not be kept.', { reason: messageOf(error) })
      publish(run, went ? stopped(next, because ?? 'step_failed') : next)
    }
  }

  /** A step that failed before: nothing of it is sent again before it was looked at. */
  async function revisit(run: Run, step: FiringStep, signal: AbortSignal): Promise<void> {
    const outcome = await steps.revisit(run.firing, step)
    if (signal.aborted) return
    if (outcome.state !== 'contradicted' && outcome.state !== 'planned') return end(run, step, outcome)
    // A press that made an intent is used up by its rejection.
    const attempt = outcome.state === 'contradicted' && outcome.intent !== undefined ? step.attempt + 1 : step.attempt
    put(run, { ...run.firing, steps: patched(run.firing, step.id, fresh(attempt)) })
  }

  const fresh = (attempt: number): Patch => ({
    state: 'planned',
    attempt,
    intent: undefined,
    reason: undefined,
    facts: undefined,
    takenAt: undefined,
    endedAt: undefined,
  })

  const waits = ({ action }: FiringStep): boolean => action.kind === 'wait' || steps.needsHold(action)
  const beingTaken = (step: FiringStep): FiringStep => ({ ...step, state: 'taking', takenAt: isoNow(clock) })

  async function take(run: Run, step: FiringStep): Promise<void> {
    // The first one was kept as such with the firing itself.
    const taking = step.state === 'taking' ? step : beingTaken(step)
    if (taking !== step) put(run, { ...run.firing, steps: patched(run.firing, step.id, taking) }, isLeaving(taking))
    const outcome = await steps.take({
      firing: run.firing,
      step: taking,
      press: derivedPress(run.firing.id, step.id, step.attempt),
      pressedAt: run.pressedAt,
      mayGo: run.mayGo,
      signal: run.abort.signal,
    })
    if (!closed) end(run, step, outcome)
  }

  function waitAt(run: Run, step: FiringStep): void {
    put(run, {
      ...run.firing,
      state: 'waiting',
      ...(step.action.kind !== 'wait' && { because: 'hold_needed' as const }),
      steps: patched(run.firing, step.id, { state: 'waiting', takenAt: isoNow(clock) }),
    })
  }

  async function goOn(run: Run): Promise<void> {
    const { signal } = run.abort
    while (!signal.aborted && run.firing.state === 'running') {
      const step = run.firing.steps.find((one) => !isOver(one))
      if (step === undefined) return put(run, { ...run.firing, state: 'done', endedAt: isoNow(clock) })
      if (run.watchdog?.moved() === true) return halt(run, 'clock_moved')
      if (run.mayGo?.() === false) return halt(run, 'grant_ended')
      if (step.state === 'contradicted' || step.state === 'unknown') await revisit(run, step, signal)
      else {
        if (waits(step) && run.held !== step.id) return waitAt(run, step)
        await take(run, step)
        run.pressedAt = isoNow(clock)
      }
      run.watchdog?.progress()
    }
  }

  /** What fails here is a fault of the desk or of its disk: nothing further is sent. */
  function begin(run: Run): void {
    run.abort = new AbortController()
    run.watchdog?.stop()
    run.watchdog = createWatchdog(clock, {
      waits: () => run.firing.state === 'waiting',
      alarm: (because) => halt(run, because),
    })
    continueLater(run)
  }

  function continueLater(run: Run): void {
    goOn(run).catch((error: unknown) => {
      log.write('error', 'A firing broke off.', { reason: messageOf(error) })
      halt(run, 'step_failed')
    })
  }

  function theNewest(id: string): Run {
    if (newest?.firing.id === id && !newest.putAway) return newest
    if (store.find(id) === undefined) throw notFound(id)
    throw refused('firing_over', 'It was put away, or another one was fired since.')
  }

  /** One that is stopped may still have a step on the wire. */
  function refuseUnderWay(): void {
    if (newest === undefined) return
    const { kind, state, steps: all } = newest.firing
    if (goesOn(newest.firing))
      throw new DeskError('invalid_state', 'Another one is going on.', {
        facts: { reason: 'firing_under_way', kind, state },
      })
    const sending = all.find((step) => step.state === 'taking')
    if (sending !== undefined)
      throw new DeskError('invalid_state', 'A step of the last one is still being taken.', {
        facts: { reason: 'firing_step_under_way', name: sending.name },
      })
  }

  function refuseNewer(saw: string | null | undefined): void {
    const known = newest?.firing.id ?? null
    if (saw === undefined || saw === known) return
    throw new DeskError('conflict', 'Another one was fired since the press.', {
      facts: { reason: 'firing_newer', firing: known, saw },
    })
  }

  return {
    current: (): Firing | null =>
      newest === undefined || newest.putAway || newest.firing.state === 'done' ? null : newest.firing,
    get(id: string): Firing {
      if (newest?.firing.id === id) return newest.firing
      const found = store.find(id)
      if (found === undefined) throw notFound(id)
      return found
    },
    /** What the press has fired, if anything. */
    ofPress: (press: string): Firing | undefined => store.ofPress(press),
    /** The same, of a press that asks again. Throws DeskError `conflict` where it was another command. */
    fired({ press, kind, environment }: Pick<Fire, 'press' | 'kind' | 'environment'>): Firing | undefined {
      const known = store.ofPress(press)
      if (known === undefined || (known.kind === kind && known.environment === environment)) return known
      throw new DeskError('conflict', 'This press has fired something else already.', {
        facts: { reason: 'press_used' },
      })
    },
    refuse(pressed: PressedBy, saw?: string | null): void {
      refuseUnderWay()
      refusePress(pressed, selected(), clock.now())
      refuseNewer(saw)
    },
    fire(given: Fire): Firing {
      const { press, kind, environment, pressedAt, steps: planned, mayGo, inCommit } = given
      const { cue, stream, encoder, left, by } = given
      const firing: Firing = {
        id: randomUUID(),
        kind,
        environment,
        state: 'running',
        // One commit less before the first one leaves.
        steps: planned.map((one, place) => {
          const step: FiringStep = { ...one, state: 'planned', attempt: 1 }
          return place === 0 && !waits(step) ? beingTaken(step) : step
        }),
        firedAt: isoNow(clock),
        ...defined({ cue, stream, encoder, left, by }),
      }
      store.insert(firing, press, { leaves: firing.steps.some(isLeaving), inCommit })
      newest = { firing, pressedAt, mayGo, putAway: false, presses: new Set(), abort: new AbortController() }
      tell(firing)
      begin(newest)
      return firing
    },
    resume(id: string, pressed: PressedBy): Firing {
      const run = theNewest(id)
      if (run.presses.has(pressed.press)) return run.firing
      if (run.firing.state !== 'stopped') throw refused('firing_not_stopped', 'It was not stopped.')
      refuseUnderWay()
      refusePress(pressed, selected(), clock.now())
      if (run.firing.environment !== pressed.environment) refusePress(pressed, run.firing.environment, clock.now())
      const { firing } = run
      const isMissing = firing.steps.some((step) => !isOver(step) && step.action.kind !== 'seen')
      // What was observed before something is sent has to be so now.
      const steps = firing.steps.map((step) =>
        isMissing && step.action.kind === 'seen' ? changed(step, fresh(step.attempt)) : step,
      )
      put(run, defined({ ...firing, state: 'running' as const, because: undefined, endedAt: undefined, steps }))
      delete run.held
      // The person at the desk goes on with it.
      delete run.mayGo
      run.presses.add(pressed.press)
      run.pressedAt = pressed.pressedAt
      begin(run)
      return run.firing
    },
    proceed(id: string, stepId: string): Firing {
      const run = theNewest(id)
      const step = run.firing.steps.find((one) => one.id === stepId)
      if (run.firing.state !== 'waiting' || step?.state !== 'waiting')
        throw refused('firing_step_not_waiting', 'This step does not wait for anybody.')
      if (run.watchdog?.moved() === true) {
        halt(run, 'clock_moved')
        return run.firing
      }
      const isWait = step.action.kind === 'wait'
      const done: Patch = isWait ? { state: 'seen', endedAt: isoNow(clock) } : { state: 'planned', takenAt: undefined }
      const steps = patched(run.firing, stepId, done)
      put(run, defined({ ...run.firing, state: 'running' as const, because: undefined, steps }))
      if (!isWait) run.held = stepId
      run.pressedAt = isoNow(clock)
      run.watchdog?.progress()
      continueLater(run)
      return run.firing
    },
    stop(id: string): Firing {
      const run = theNewest(id)
      if (goesOn(run.firing)) halt(run, 'by_person')
      else if (run.firing.state === 'stopped') {
        refuseUnderWay()
        store.putAway(id)
        run.putAway = true
        onPutAway()
      }
      return run.firing
    },
    /** What was unknown of a stopped firing may be settled later. */
    intentChanged(intent: Intent): void {
      const run = newest
      if (run === undefined || run.firing.state !== 'stopped') return
      const step = run.firing.steps.find((one) => one.intent === intent.id && one.state === 'unknown')
      if (step === undefined) return
      const outcome = steps.known(run.firing, step)
      if (outcome.state !== 'unknown') end(run, step, outcome)
    },
    start(): void {
      const kept = store.newest()
      if (kept === undefined) return
      const { firing: before } = kept
      // One that was stopped may have had a step on its way.
      const taken = before.steps.map((step) =>
        step.state === 'taking' ? changed(step, ended(steps.known(before, step))) : step,
      )
      const firing = goesOn(before) ? stopped({ ...before, steps: taken }, 'desk_stopped') : { ...before, steps: taken }
      store.save(firing)
      // What a backup says may be long over: nobody goes on with it.
      if (restored) store.putAway(firing.id)
      newest = {
        firing,
        pressedAt: firing.firedAt,
        putAway: restored || kept.putAway,
        presses: new Set(),
        abort: new AbortController(),
      }
    },
    close(): void {
      closed = true
      if (newest !== undefined) rest(newest)
    },
    onChange: listeners.add,
  }
}

/** Without what is undefined in the patch. */
const changed = (step: FiringStep, patch: Patch): FiringStep => defined({ ...step, ...patch }) as FiringStep

const notFound = (id: string): DeskError => new DeskError('not_found_here', `There is no firing ${id}.`)

const refused = (
  reason: 'firing_over' | 'firing_not_stopped' | 'firing_step_not_waiting',
  message: string,
): DeskError => new DeskError('invalid_state', message, { facts: { reason } })
