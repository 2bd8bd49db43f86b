// What overlays show of the selected environment: derived from watched reads, told where it changes and each second.
import type { OverlayKind } from '#contract/access-kinds.ts'
import { defined } from '#contract/defined.ts'
import { messageOf } from '#contract/errors.ts'
import type { Broadcast, FieldChoice, LiveValue, Watch } from '#contract/live.ts'
import type { Connection, EnvironmentId } from '#contract/models.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import type { RundownPosition } from '#contract/air/rundown.ts'
import { watchKey } from '#contract/watch-key.ts'
import { knownUnits } from '#answers/units.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { DeskEvents } from '../../core/events.ts'
import type { Watching } from '../live/types.ts'
import { stopwatch, type Clock, type Log } from '../../core/ports.ts'
import { frameOf } from './frame.ts'
import { createKept } from './kept.ts'
import type { Overlays, Situation } from './types.ts'

/** The name of their lease with the scheduler. */
const page = 'overlays'
const beatMs = 1_000
/** Whoever shows an overlay asks again within this time. */
const askedMs = 30_000
/** The scheduler's lease ends after 30 s. */
const renewMs = 10_000
/** The platform's clock is measured to a second at best; smaller changes would move a countdown to and fro. */
const exactMs = 1_000
/** One answer can bring one further read, which can be there already. */
const mostTurns = 4

export interface OverlayParts {
  events: DeskEvents
  environments: Pick<Environments, 'get' | 'selected'>
  watching: Pick<Watching, 'follow' | 'budget'>
  broadcast: (environment: EnvironmentId) => Broadcast
  position: (environment: EnvironmentId) => RundownPosition | null
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  reachability: { connection(environment: EnvironmentId): Pick<Connection, 'clockOffsetMs'> }
  clock: Clock
  log: Log
}

export function createOverlays({
  events,
  environments,
  watching,
  broadcast,
  position,
  choiceOf,
  reachability,
  clock,
  log,
}: OverlayParts): Overlays {
  /** The kinds that somebody asked for, with the time since then. */
  const asked = new Map<OverlayKind, () => number>()
  const kept = createKept(clock)
  /** What was told last of each kind, without its age. */
  const told = new Map<OverlayKind, string>()
  let wanted: ReadonlySet<string> = new Set()
  let followed = { text: '', since: stopwatch(clock) }
  let place = placeNow()
  let offsetMs = 0
  /** Values that the scheduler tells while its lease is renewed are derived afterwards. */
  let following = false
  let cancelBeat: (() => void) | undefined
  let cancelSoon: (() => void) | undefined
  const reported = new Set<string>()

  function placeNow(): { environment: EnvironmentId; baseUrl: string } {
    const environment = environments.selected()
    return { environment, baseUrl: environments.get(environment).baseUrl }
  }

  function situation(): Situation {
    const { environment } = place
    const measured = reachability.connection(environment).clockOffsetMs ?? 0
    if (Math.abs(measured - offsetMs) >= exactMs) offsetMs = measured
    return {
      broadcast: broadcast(environment),
      position: asked.has('next') ? position(environment) : null,
      choiceOf(operation) {
        const choice = choiceOf(environment, operation)
        return {
          fields: choice?.fields ?? {},
          ...defined({
            amounts: choice?.amounts ?? knownUnits[environment],
            list: choice?.list,
            airWords: choice?.airWords,
          }),
        }
      },
      quick: watching.budget().quick,
      now: clock.now() - offsetMs,
      offsetMs,
    }
  }

  /** Every kind that was asked for, and the reads which that takes. */
  function derive(): { frames: OverlayFrame[]; watches: Watch[] } {
    const now = situation()
    const derived = [...asked.keys()].map((kind) => frameOf(kind, place.environment, now, { kept: kept.get, failed }))
    return { frames: derived.map(({ frame }) => frame), watches: derived.flatMap(({ watches }) => watches) }
  }

  const textOf = (watches: readonly Watch[]): string =>
    [...new Set(watches.map((watch) => `${watchKey(watch)} ${watch.pace}`))].sort().join('\n')

  function follow(watches: readonly Watch[]): void {
    followed = { text: textOf(watches), since: stopwatch(clock) }
    wanted = new Set(watches.map(watchKey))
    kept.keep(wanted)
    following = true
    try {
      for (const value of watching.follow({ page, visible: true, watches }).values) kept.take(value)
    } finally {
      following = false
    }
  }

  function tell(frames: readonly OverlayFrame[], beat: boolean): void {
    for (const frame of frames) {
      const { environment, everyMs, value, because } = frame
      const text = JSON.stringify([environment, everyMs, value, because])
      if (!beat && told.get(frame.kind) === text) continue
      told.set(frame.kind, text)
      events.emit('overlay.value', frame)
    }
  }

  /** Follows what is needed now, and tells what that shows. */
  function update(beat: boolean): OverlayFrame[] {
    let { frames, watches } = derive()
    if (followed.since() >= renewMs) follow(watches)
    for (let turn = 0; turn < mostTurns && textOf(watches) !== followed.text; turn += 1) {
      follow(watches)
      ;({ frames, watches } = derive())
    }
    tell(frames, beat)
    return frames
  }

  /** Within a turn of the scheduler, which is not asked for anything then. */
  function onValue(): void {
    const { frames, watches } = derive()
    tell(frames, false)
    if (textOf(watches) !== followed.text) cancelSoon ??= clock.after(0, onSoon)
  }

  function onSoon(): void {
    cancelSoon = undefined
    update(false)
  }

  function failed(error: unknown): void {
    const reason = messageOf(error)
    if (reported.has(reason)) return
    reported.add(reason)
    log.write('warn', 'What an overlay shows could not be read from an answer.', { reason })
  }

  function onBeat(): void {
    cancelBeat = undefined
    for (const [kind, since] of asked) {
      if (since() <= askedMs) continue
      asked.delete(kind)
      told.delete(kind)
    }
    if (asked.size === 0) return rest()
    cancelBeat = clock.after(beatMs, onBeat)
    update(true)
  }

  function cancelTimers(): void {
    cancelBeat?.()
    cancelSoon?.()
    cancelBeat = undefined
    cancelSoon = undefined
    asked.clear()
  }

  /** Nobody asks any more. */
  function rest(): void {
    cancelTimers()
    told.clear()
    kept.clear()
    if (wanted.size > 0) watching.follow({ page, visible: true, watches: [] })
    wanted = new Set()
    followed = { text: '', since: stopwatch(clock) }
  }

  /** Another environment, or another address: nothing of the one before is shown any longer. */
  function moved(): void {
    const before = place
    place = placeNow()
    if (before.environment === place.environment && before.baseUrl === place.baseUrl) return
    kept.clear()
    told.clear()
    offsetMs = 0
    // The scheduler drops its leases with the values, after this event.
    followed = { text: '', since: stopwatch(clock) }
    if (asked.size === 0) return
    if (before.environment !== place.environment)
      for (const kind of asked.keys()) events.emit('overlay.value', elsewhere(kind, before.environment))
    cancelBeat?.()
    cancelBeat = clock.after(0, onBeat)
  }

  const unsubscribe = events.subscribe((event, payload) => {
    if (event === 'environments.changed') return moved()
    if (asked.size === 0) return
    if (event === 'broadcast.changed' || event === 'fields.changed' || event === 'rundown.position')
      return void update(false)
    if (event !== 'live.value') return
    const value = payload as LiveValue
    if (value.environment !== place.environment || !wanted.has(value.key)) return
    kept.take(value)
    if (!following) onValue()
  })

  return {
    follow(kind, environment = place.environment) {
      if (environment !== place.environment) return elsewhere(kind, environment)
      asked.set(kind, stopwatch(clock))
      cancelBeat ??= clock.after(beatMs, onBeat)
      return update(false).find((frame) => frame.kind === kind) ?? elsewhere(kind, environment)
    },
    stop() {
      unsubscribe()
      cancelTimers()
    },
  }
}

function elsewhere(kind: OverlayKind, environment: EnvironmentId): OverlayFrame {
  return { kind, environment, ageMs: null, everyMs: beatMs, value: null, because: 'environment' }
}
