// Go: a person fires the next cue. Where the show is then is on disk before anything is fired.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BridgeParams } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Firing } from '#contract/air/firing.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { Named } from '#contract/live.ts'
import type { EnvironmentId, IntentState } from '#contract/models.ts'
import type { Shown } from '#contract/shown.ts'
import type { Cue, Rundown, RundownPosition } from '#contract/air/rundown.ts'
import { timesOf, type RundownTimes } from '#answers/rundown-times.ts'
import { createNames, shownError } from '../commands/shown.ts'
import { leaveMs } from '../firing/engine.ts'
import type { Fire, Firings } from '../firing/types.ts'
import { isOpen } from '../../platform/ledger/states.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { playable } from './content.ts'
import { createPlaces, type Begun, type Place } from './places.ts'
import type { RundownStore } from './store.ts'

export interface GoParts {
  database: Pick<ProfileDatabase, 'statement' | 'transaction'>
  store: Pick<RundownStore, 'get' | 'has'>
  firings: Firings
  /** Of a write. Throws DeskError `not_found_here`. */
  intentState: (id: string) => IntentState
  selected: () => EnvironmentId
  /** The one that is chosen for the broadcast. */
  stream: (environment: EnvironmentId) => Named | undefined
  /** The streaming software in use. */
  encoder: () => EncoderState | undefined
  clock: Clock
  log: Log
  onPosition: (environment: EnvironmentId, position: RundownPosition | null) => void
}

export interface Gone {
  firing: string
  position: RundownPosition
}

type Seen = BridgeParams<'rundown.move'>
type Pressed = BridgeParams<'rundown.go'>
type Origin = Pick<Fire, 'by' | 'mayGo'>

export function createGo(parts: GoParts) {
  const { store, firings, clock, log } = parts
  const places = createPlaces(parts.database)
  const names = createNames()

  /** What a cue acts on: stream and software only where its steps do. */
  function shownBy(environment: EnvironmentId, cue: Cue | undefined): Shown {
    const stream = parts.stream(environment)
    const software = parts.encoder()?.encoder
    names.note(stream?.id, stream?.name)
    names.note(software?.id, software?.name)
    names.note(cue?.id, cue?.title)
    return {
      ...(cue !== undefined && { cue: cue.id }),
      ...(cue?.steps.some(usesStream) === true && { stream: stream?.id ?? null }),
      ...(cue?.steps.some(usesSoftware) === true && { encoder: software?.id ?? null }),
    }
  }

  /** Throws DeskError `conflict` where Go would act on something else than was shown. */
  function refuseOther(environment: EnvironmentId, cue: Cue, shown: Shown): void {
    const changed = shownError(shown, shownBy(environment, cue), names.of)
    if (changed !== undefined) throw changed
  }

  /** The cue that Go fires. */
  function nextOf({ now, movedTo, ahead }: Place, cues: readonly Cue[]): Cue | undefined {
    const open = playable(cues)
    const moved = open.find(({ id }) => id === movedTo)
    if (moved !== undefined) return moved
    const at = movedTo === undefined ? cues.findIndex(({ id }) => id === now) : -1
    if (at >= 0) return playable(cues.slice(at + 1))[0]
    if (now === undefined && movedTo === undefined) return open[0]
    const left = new Set(ahead)
    return open.find(({ id }) => left.has(id))
  }

  const aheadOf = (cues: readonly Cue[], next: string | undefined): string[] => {
    const at = cues.findIndex(({ id }) => id === next)
    return at < 0 ? [] : cues.slice(at).map(({ id }) => id)
  }

  function times({ cues }: Pick<Rundown, 'cues'>, begun: Begun[], next: string | undefined): RundownTimes {
    const now = clock.now()
    return timesOf({ cues, anchor: begun[0]?.firedAt ?? now, now, fired: begun, next })
  }

  function position(environment: EnvironmentId): RundownPosition | null {
    const place = places.find(environment)
    if (place === undefined || !store.has(place.rundown)) return null
    const rundown = store.get(place.rundown)
    const fired = places.ofRun(place.run)
    const next = nextOf(place, rundown.cues)
    const { nextExpectedAt, overMs } = times(rundown, places.begun(place.run), next?.id)
    const last = fired.at(-1)
    return {
      rundown: rundown.id,
      title: rundown.title,
      revision: rundown.revision,
      position: place.position,
      environment,
      day: fired[0]?.firedAt ?? isoNow(clock),
      shown: shownBy(environment, next),
      fired: fired.map(({ cue, plannedAt, firedAt, endedAt, state }) => ({
        cue: cue.id,
        title: cue.title,
        firedAt,
        state,
        ...defined({ plannedAt, endedAt }),
      })),
      ...defined({
        now: last && { cue: last.cue, firedAt: last.firedAt, firing: last.firing },
        next,
        nextExpectedAt: nextExpectedAt === undefined ? undefined : new Date(nextExpectedAt).toISOString(),
        overMs,
      }),
    }
  }

  const tell = (environment: EnvironmentId): void => parts.onPosition(environment, position(environment))

  /** A step that nobody can tell of, until the ledger or a person says what became of it. */
  function unsettled(firing: Firing): string | undefined {
    const isLeft = firings.current()?.id !== firing.id
    return firing.steps.find(({ state, intent }) => {
      if (state === 'taking') return true
      if (state !== 'unknown') return false
      // One that waits in the queue leaves later, and then behind the next cue.
      if (intent === undefined) return !isLeft
      // What the platform accepted keeps nothing behind it.
      const left = parts.intentState(intent)
      return left !== 'accepted' && isOpen(left)
    })?.name
  }

  function refuseUnderWay(place: Place): void {
    const current = firings.current()
    if (current !== null && (current.state === 'running' || current.state === 'waiting'))
      throw new DeskError('invalid_state', 'A cue or a command is still being fired.', {
        facts: { reason: 'cue_under_way' },
      })
    const last = places.lastOf(place.run)
    // Nothing of one that is done is left open.
    const before = [current, last === undefined || last.state === 'done' ? null : firings.get(last.firing)]
    for (const firing of before) {
      const step = firing === null ? undefined : unsettled(firing)
      if (step !== undefined)
        throw new DeskError('invalid_state', `What became of ${step} is not settled yet.`, {
          facts: { reason: 'cue_step_unsettled', step },
        })
    }
  }

  /** Throws DeskError `conflict` where something else was seen than what is so. */
  function seen({ id, revision, position: saw, environment }: Omit<Seen, 'next'>): { place: Place; rundown: Rundown } {
    const now = parts.selected()
    if (environment !== now)
      throw new DeskError('conflict', `This was pressed for ${environment}, and the desk is on ${now} now.`, {
        facts: { reason: 'environment_changed', told: environment, now },
      })
    const place = places.find(environment)
    if (place?.rundown !== id)
      throw new DeskError('conflict', 'The show has another rundown now.', { facts: { reason: 'rundown_not_chosen' } })
    const rundown = store.get(id)
    if (rundown.environment !== environment)
      throw new DeskError('conflict', 'The rundown was moved to another environment.', {
        facts: { reason: 'rundown_elsewhere' },
      })
    if (place.position !== saw)
      throw new DeskError('conflict', 'Another pressed Go, or moved on, in the meantime.', {
        facts: { reason: 'position_changed', position: place.position, saw },
      })
    if (rundown.revision !== revision)
      throw new DeskError('conflict', `The rundown was changed; its newest revision is ${rundown.revision}.`, {
        facts: { reason: 'rundown_changed', newest: rundown.revision },
      })
    return { place, rundown }
  }

  const outcome = (environment: EnvironmentId, firing: string): Gone => {
    const now = position(environment)
    if (now === null)
      throw new DeskError('not_found_here', 'The show has no rundown any more.', { facts: { reason: 'rundown_gone' } })
    return { firing, position: now }
  }

  /** Presses whose firing is being begun. */
  const beginning = new Map<string, Promise<Gone>>()

  async function go(pressed: Pressed, origin: Origin = {}): Promise<Gone> {
    const same = beginning.get(pressed.press)
    if (same !== undefined) return await same
    const gone = begin(pressed, origin).finally(() => beginning.delete(pressed.press))
    beginning.set(pressed.press, gone)
    return await gone
  }

  async function begin(pressed: Pressed, { by, mayGo }: Origin): Promise<Gone> {
    const { press, pressedAt, environment } = pressed
    const known = places.ofPress(press)
    if (known !== undefined) {
      if (known.rundown !== pressed.id || known.environment !== environment || known.position !== pressed.position)
        throw new DeskError('conflict', 'This press has fired something else already.', {
          facts: { reason: 'press_used' },
        })
      return outcome(environment, known.firing)
    }
    const { place, rundown } = seen(pressed)
    refuseUnderWay(place)
    const cue = nextOf(place, rundown.cues)
    if (cue === undefined) throw new DeskError('invalid_state', 'No cue is left.', { facts: { reason: 'no_cue_left' } })
    refuseOther(environment, cue, pressed.shown)
    const before = times(rundown, places.begun(place.run), cue.id)
    const plannedAt = before.cues.find(({ id }) => id === cue.id)?.plannedAt
    const after: Place = { ...place, now: cue.id, position: place.position + 1 }
    delete after.movedTo
    const ahead = aheadOf(rundown.cues, nextOf(after, rundown.cues)?.id)
    const { id } = await firings.fire({
      ...{ press, kind: 'cue', environment, pressedAt, steps: cue.steps.map((step) => named(step, cue.title)) },
      cue: { rundown: rundown.id, id: cue.id, title: cue.title },
      ...defined({ by, mayGo, stream: parts.stream(environment), encoder: pressed.shown.encoder ?? undefined }),
      inCommit: ({ id: firing, firedAt }) => {
        refuseOther(environment, cue, pressed.shown)
        places.step(
          { ...after, ahead },
          {
            ...{ press, environment, rundown: rundown.id, revision: rundown.revision, position: place.position, cue },
            ...{ firing, firedAt, state: 'running' },
            ...defined({ plannedAt: plannedAt === undefined ? undefined : new Date(plannedAt).toISOString(), by }),
          },
        )
      },
    })
    // What leaves goes first.
    await wait(leaveMs)
    return outcome(environment, id)
  }

  /** What goes on no more since a stop of the desk. */
  function recover(): void {
    for (const { firing } of places.open()) {
      const { id, state, endedAt } = firings.get(firing)
      places.settled(id, state, endedAt)
    }
  }

  const unfollow = firings.onChange((firing) => {
    if (firing.cue === undefined) return
    try {
      const kept = places.ofFiring(firing.id)
      if (kept === undefined) return
      if (kept.state !== firing.state) places.settled(firing.id, firing.state, firing.endedAt)
      tell(firing.environment)
    } catch (error) {
      log.write('error', 'How a cue ended could not be kept with the rundown.', { reason: messageOf(error) })
    }
  })

  return {
    position,
    go,
    /** Throws as `go`. */
    move(input: Seen): RundownPosition | null {
      const { place, rundown } = seen(input)
      const cue = rundown.cues.find(({ id }) => id === input.next)
      if (cue === undefined || cue.kind !== 'cue')
        throw new DeskError('not_found_here', 'This cue is not in the rundown.', { facts: { reason: 'cue_gone' } })
      if (cue.skip)
        throw new DeskError('invalid_state', 'This cue is to be passed.', { facts: { reason: 'cue_skipped' } })
      const ahead = aheadOf(rundown.cues, cue.id)
      places.put({ ...place, movedTo: cue.id, position: place.position + 1, ahead })
      tell(input.environment)
      return position(input.environment)
    },
    /** Throws DeskError `invalid_state` while a cue is being fired, for a template, and for one in the bin. */
    choose(environment: EnvironmentId, id: string | null): RundownPosition | null {
      const current = firings.current()
      if (current?.cue !== undefined && (current.state === 'running' || current.state === 'waiting'))
        throw new DeskError('invalid_state', 'A cue is still being fired.', {
          facts: { reason: 'cue_under_way' },
        })
      if (id === null) places.drop(environment)
      else {
        const rundown = store.get(id)
        const reason =
          rundown.removedAt !== undefined
            ? 'rundown_in_bin'
            : rundown.template
              ? 'rundown_is_template'
              : rundown.environment !== environment
                ? 'rundown_elsewhere'
                : undefined
        if (reason !== undefined)
          throw new DeskError('invalid_state', 'This rundown can’t be that of the show.', { facts: { reason } })
        const before = places.find(environment)?.position ?? -1
        places.put({
          ...{ environment, run: randomUUID(), rundown: id, position: before + 1 },
          ahead: rundown.cues.map((cue) => cue.id),
        })
      }
      tell(environment)
      return position(environment)
    },
    /** Why a rundown can't be taken away. */
    inUse(id: string): DeskError | undefined {
      if (places.showing(id).length === 0) return undefined
      return new DeskError('invalid_state', 'It is the rundown of a show.', { facts: { reason: 'rundown_in_use' } })
    },
    /** Tells where the show is, after something that its next cue acts on was chosen. */
    chosen: tell,
    /** Tells the shows that have this rundown. */
    changed(id: string): void {
      for (const environment of places.showing(id)) tell(environment)
    },
    /** What was fired, for the report of a show. */
    cues: (environment: EnvironmentId, from: string, to: string) =>
      places.between(environment, from, to).map(({ rundown, cue, plannedAt, firedAt, endedAt, state, by }) => ({
        ...{ rundown, cue: cue.id, title: cue.title, firedAt, state },
        ...defined({ plannedAt, endedAt, plannedMs: cue.durationMs, by }),
      })),
    recover,
    stop: unfollow,
  }
}

/** A mark without a name of its own is called after its cue. */
function named(step: Cue['steps'][number], title: string): Cue['steps'][number] {
  if (step.action.kind !== 'mark' || step.action.title.trim() !== '') return step
  return { ...step, name: title, action: { ...step.action, title } }
}

const usesStream = ({ action }: Cue['steps'][number]): boolean =>
  action.kind === 'destination' || (action.kind === 'seen' && (action.what === 'live' || action.what === 'notLive'))

const usesSoftware = ({ action }: Cue['steps'][number]): boolean =>
  action.kind === 'encoder' || (action.kind === 'seen' && (action.what === 'sending' || action.what === 'notSending'))

export type Go = ReturnType<typeof createGo>
