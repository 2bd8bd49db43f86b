// Takes the steps of a firing in their order, each once those that it needs are over; stops of destinations that stand
// together are taken side by side. What it is about to do is on disk before it does it, and the firing in memory is always
// the one of the last commit.
import { randomUUID } from 'node:crypto'
import { defined } from '#contract/defined.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Firing, FiringStep } from '#contract/air/firing.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { listenerFailed } from '../../core/log.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import { batchOf, isOver, type Tries } from './order.ts'
import { isStop } from './outcomes.ts'
import { changed, fresh, patched, type Patch } from './patch.ts'
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
  /** Called when the person dismisses a stopped one. */
  onPutAway: () => void
}

/** The newest firing. */
interface Run extends Tries {
  firing: Firing
  /** The moment of the next step. */
  pressedAt: string
  /** The step that a person held. */
  held?: string
  /** A person has seen that it was stopped. */
  dismissed: boolean
  /** False once what it was fired by has ended; unknown after a restart, when only the desk goes on with it. */
  mayGo?: (() => boolean) | undefined
  /** Presses that it was resumed with. */
  presses: Set<string>
  abort: AbortController
  watchdog?: Watchdog | undefined
}

/** What is told waits this long, so that the first byte of a step leaves before others hear of it. */
export const leaveMs = 4

type Because = NonNullable<Firing['because']>

export function createEngine({ store, steps, selected, restored, clock, log, onPutAway }: EngineParts) {
  const listeners = createListeners<[Firing]>(listenerFailed(log))
  let newest: Run | undefined
  let closed = false
  let untold: Firing[] = []

  const goesOn = ({ state }: Firing): boolean => state === 'running' || state === 'waiting'

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

  /** Once no step can be taken and none is on its way. */
  function concluded(run: Run, firing: Firing): Firing {
    const isOnTheWay = firing.steps.some(({ state }) => state === 'taking' || state === 'waiting')
    if (firing.state !== 'running' || isOnTheWay || batchOf(run, firing.steps).length > 0) return firing
    if (firing.steps.every(isOver)) return { ...firing, state: 'done', endedAt: isoNow(clock) }
    return stopped(firing, firing.steps.some(({ state }) => state === 'contradicted') ? 'step_failed' : 'step_unknown')
  }

  /** Keeps how a step ended, in one commit with the end of the firing where it ends that. */
  function end(run: Run, { id, action }: FiringStep, given: StepOutcome): void {
    // What was being observed when a person or the clock stopped it says nothing.
    const isDropped = action.kind === 'seen' && !goesOn(run.firing) && run.firing.because !== 'no_progress'
    const outcome: StepOutcome = isDropped && given.state !== 'seen' ? { state: 'planned' } : given
    const next = concluded(run, { ...run.firing, steps: patched(run.firing, id, ended(outcome)) })
    run.watchdog?.progress()
    try {
      put(run, next)
    } catch (error) {
      log.write('error', 'The end of a step could not be kept.', { reason: messageOf(error) })
      publish(run, goesOn(next) ? stopped(next, 'step_failed') : next)
    }
  }

  /** What one step sees may be the effect of others. */
  function seenOf(run: Run, ids: readonly string[]): void {
    const isNew = ({ id, state }: FiringStep): boolean =>
      ids.includes(id) && (state === 'accepted' || state === 'unknown' || state === 'contradicted')
    if (closed || !run.firing.steps.some(isNew)) return
    const steps = run.firing.steps.map((step) =>
      isNew(step) ? changed(step, { state: 'seen', reason: undefined, facts: undefined }) : step,
    )
    put(run, { ...run.firing, steps })
  }

  /** A step that had its try before: nothing of it is sent again before it was looked at. Whether it is to be taken. */
  async function isMissing(run: Run, step: FiringStep): Promise<boolean> {
    const { signal } = run.abort
    const outcome = await steps.revisit(run.firing, step)
    if (signal.aborted) return false
    if (outcome.state !== 'contradicted' && outcome.state !== 'planned') {
      run.tried.add(step.id)
      end(run, step, outcome)
      return false
    }
    // A press that made an intent is used up by its end.
    const attempt = outcome.state === 'contradicted' && outcome.intent !== undefined ? step.attempt + 1 : step.attempt
    put(run, { ...run.firing, steps: patched(run.firing, step.id, fresh(attempt)) })
    return mayGoOn(run)
  }

  const waits = ({ action }: FiringStep): boolean => action.kind === 'wait' || steps.needsHold(action)
  const beingTaken = (step: FiringStep): FiringStep => ({ ...step, state: 'taking', takenAt: isoNow(clock) })

  async function take(run: Run, step: FiringStep): Promise<void> {
    run.tried.add(step.id)
    const outcome = await steps.take({
      firing: run.firing,
      step,
      press: derivedPress(run.firing.id, step.id, step.attempt),
      pressedAt: run.pressedAt,
      mayGo: run.mayGo,
      signal: run.abort.signal,
      now: () => run.firing,
      onSeen: (ids) => seenOf(run, ids),
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

  function mayGoOn(run: Run): boolean {
    if (run.firing.state !== 'running') return false
    const because = run.watchdog?.moved() === true ? 'clock_moved' : run.mayGo?.() === false ? 'grant_ended' : undefined
    if (because !== undefined) halt(run, because)
    return because === undefined
  }

  const stepOf = (run: Run, id: string): FiringStep | undefined => run.firing.steps.find((step) => step.id === id)

  /** All at once, in one commit: what was not tried before. */
  function begun(run: Run, batch: readonly FiringStep[]): void {
    const ids = new Set(batch.flatMap((step) => (step.state === 'planned' && mayTake(run, step) ? [step.id] : [])))
    if (ids.size === 0) return
    const steps = run.firing.steps.map((step) => (ids.has(step.id) ? beingTaken(step) : step))
    put(
      run,
      { ...run.firing, steps },
      steps.some((step) => ids.has(step.id) && isLeaving(step)),
    )
  }

  const mayTake = (run: Pick<Run, 'held'>, step: FiringStep): boolean => !waits(step) || run.held === step.id

  async function attempt(run: Run, { id, state }: FiringStep): Promise<void> {
    const hadItsTry = state !== 'planned' && state !== 'taking'
    const before = stepOf(run, id)
    if (before === undefined || (hadItsTry && !(await isMissing(run, before)))) return
    const step = stepOf(run, id)
    if (step === undefined) return
    if (!mayTake(run, step)) return waitAt(run, step)
    if (step.state !== 'taking') begun(run, [step])
    await take(run, stepOf(run, id) ?? step)
  }

  /** `first` is kept as being taken already. */
  async function goOn(run: Run, first: readonly FiringStep[] = []): Promise<void> {
    let batch = first
    const { signal } = run.abort
    while (!signal.aborted && mayGoOn(run)) {
      if (batch.length === 0) batch = batchOf(run, run.firing.steps)
      if (batch.length === 0) return put(run, concluded(run, run.firing))
      begun(run, batch)
      await Promise.all(batch.map((step) => attempt(run, step)))
      batch = []
      run.pressedAt = isoNow(clock)
      run.watchdog?.progress()
    }
  }

  /** What fails here is a fault of the desk or of its disk: nothing further is sent. */
  function begin(run: Run, first?: readonly FiringStep[]): void {
    run.abort = new AbortController()
    run.watchdog?.stop()
    run.watchdog = createWatchdog(clock, {
      waits: () => run.firing.state === 'waiting',
      alarm: (because) => halt(run, because),
    })
    continueLater(run, first)
  }

  function continueLater(run: Run, first?: readonly FiringStep[]): void {
    goOn(run, first).catch((error: unknown) => {
      log.write('error', 'A firing broke off.', { reason: messageOf(error) })
      halt(run, 'step_failed')
    })
  }

  function theNewest(id: string): Run {
    if (newest?.firing.id === id && !newest.dismissed) return newest
    if (store.find(id) === undefined) throw notFound(id)
    throw refused('firing_over', 'It was dismissed, or another one was fired since.')
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
      newest === undefined || newest.dismissed || newest.firing.state === 'done' ? null : newest.firing,
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
      const tries: Tries = { tried: new Set(), recheck: new Set() }
      const all = planned.map((one): FiringStep => ({ ...one, state: 'planned', attempt: 1 }))
      // One commit less before the first ones leave.
      const first = new Set(batchOf(tries, all).flatMap((step) => (waits(step) ? [] : [step.id])))
      const firing: Firing = {
        id: randomUUID(),
        kind,
        environment,
        state: 'running',
        steps: all.map((step) => (first.has(step.id) ? beingTaken(step) : step)),
        firedAt: isoNow(clock),
        ...defined({ cue, stream, encoder, left, by }),
      }
      store.insert(firing, press, { leaves: firing.steps.some(isLeaving), inCommit })
      const fresh = { dismissed: false, presses: new Set<string>(), abort: new AbortController() }
      newest = { firing, pressedAt, mayGo, ...fresh, ...tries }
      tell(firing)
      begin(
        newest,
        firing.steps.filter((step) => first.has(step.id)),
      )
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
      const isEnd = firing.kind === 'end'
      const sends = isEnd || firing.steps.some((step) => !isOver(step) && step.action.kind !== 'seen')
      // What was observed before something is sent has to be so now.
      const steps = firing.steps.map((step) =>
        sends && step.action.kind === 'seen' ? changed(step, fresh(step.attempt)) : step,
      )
      put(run, defined({ ...firing, state: 'running' as const, because: undefined, endedAt: undefined, steps }))
      run.tried = new Set()
      run.recheck = new Set(isEnd ? steps.flatMap((step) => (isStop(step.action) ? [step.id] : [])) : [])
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
        store.dismiss(id)
        run.dismissed = true
        onPutAway()
      }
      return run.firing
    },
    /** What was unknown may be settled later, and what was accepted may be refused. */
    intentChanged(intent: Intent): void {
      const run = newest
      const step = run?.firing.steps.find(
        (one) => one.intent === intent.id && (one.state === 'unknown' || one.state === 'accepted'),
      )
      if (run === undefined || step === undefined) return
      const outcome = steps.known(run.firing, step)
      if (outcome.state !== 'unknown' && outcome.state !== step.state) end(run, step, outcome)
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
      if (restored) store.dismiss(firing.id)
      newest = {
        firing,
        pressedAt: firing.firedAt,
        dismissed: restored || kept.dismissed,
        presses: new Set(),
        abort: new AbortController(),
        tried: new Set(),
        recheck: new Set(),
      }
    },
    close(): void {
      closed = true
      if (newest !== undefined) rest(newest)
      store.flush()
    },
    onChange: listeners.add,
  }
}

const notFound = (id: string): DeskError => new DeskError('not_found_here', `There is no firing ${id}.`)

const refused = (
  reason: 'firing_over' | 'firing_not_stopped' | 'firing_step_not_waiting',
  message: string,
): DeskError => new DeskError('invalid_state', message, { facts: { reason } })
