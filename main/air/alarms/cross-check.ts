// Looks once a second whether the streaming software and the platform agree, while there is something to agree on, and
// after a stop whether it stays off air.
import type { Broadcast, FieldChoice, LiveValue, Watch } from '#contract/live.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { tooOldAfterMs } from '#contract/overlay-age.ts'
import { partOf } from '#answers/broadcast/credentials.ts'
import { destinationsOf, type Destination } from '#answers/broadcast/destinations.ts'
import { readStreamStatus, statusOperation } from '#answers/stream-status.ts'
import { stateOfFlags, type AirState } from '#answers/transport.ts'
import { detailsList, watchOf } from '../commands/reads.ts'
import type { Encoders } from '../encoder/types.ts'
import { intervalMs } from '../live/intervals.ts'
import type { Watching } from '../live/types.ts'
import type { Clock } from '../../core/ports.ts'
import { judge, type Courses, type Looked, type PlatformAir } from './judge.ts'
import type { Alarms } from './types.ts'

const everyMs = 1_000
const page = 'alarms'
/** Of the software's frames; more that are dropped raise an alarm. */
const mostDropped = 0.05
/** So long after a stop the platform is looked at, also without streaming software. */
const afterEndMs = 15 * 60_000

export interface CrossCheckParts {
  alarms: Pick<Alarms, 'report'>
  encoders: Pick<Encoders, 'state' | 'onState'>
  watching: Pick<Watching, 'follow'>
  selected: () => EnvironmentId
  broadcast: (environment: EnvironmentId) => Broadcast
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** A show is on, or something of the environment was seen on air. */
  mayBeOnAir: (environment: EnvironmentId) => boolean
  showIsOn: () => boolean
  /** Writes to events of an environment, newest first. */
  writes: (environment: EnvironmentId) => readonly Intent[]
  /** Something of those changed. */
  onWrite: (listener: () => void) => () => void
  clock: Clock
}

/** Returns its end. */
export function createCrossCheck(parts: CrossCheckParts): () => void {
  const { alarms, encoders, watching, clock } = parts
  let courses: Courses = {}
  let wasLive = false
  let kept: { environment: EnvironmentId; writes: readonly Intent[] } | undefined
  /** What is compared; with anything else everything begins anew. */
  let subject = ''
  let holds = false
  let wasActive = activeIn(encoders.state())
  let encoderId = encoders.state().encoder?.id

  /** The values of the stream and its destinations; holds them as a page does. */
  function read(environment: EnvironmentId): Map<'status' | 'destinations', LiveValue> {
    const broadcast = parts.broadcast(environment)
    const named = (['status', 'destinations'] as const).map((name) => [name, watchOf(name, broadcast, true)] as const)
    const watches = named.flatMap(([, watch]): Watch[] => (watch === undefined ? [] : [watch]))
    holds = watches.length > 0
    const { values } = watching.follow({ page, visible: true, watches })
    return new Map(
      named.flatMap(([name], place) => {
        const value = values[place]
        return value === undefined || value.environment !== environment ? [] : [[name, value] as const]
      }),
    )
  }

  function letGo(): void {
    if (holds) watching.follow({ page, visible: true, watches: [] })
    holds = false
  }

  function fresh(value: LiveValue | undefined): LiveValue['answer'] {
    const interval = intervalMs([{ pace: value?.pace ?? 'status', visible: true }], parts.showIsOn()) ?? 0
    const ageMs = value?.answer === undefined ? Infinity : clock.now() - Date.parse(value.answer.receivedAt)
    return ageMs <= tooOldAfterMs(interval) && ageMs >= -everyMs ? value?.answer : undefined
  }

  function writesOf(environment: EnvironmentId): readonly Intent[] {
    if (kept?.environment !== environment) kept = { environment, writes: parts.writes(environment) }
    return kept.writes
  }

  const wasStopped = ({ taken }: Destination): boolean =>
    taken !== undefined && stateOfFlags(partOf(taken, 'details')) === 'stopped'

  /** A stop of the stream is so recent that it may come back on air unseen. */
  function isAfterEnd(environment: EnvironmentId, streamId: string): boolean {
    return destinationsOf(undefined, writesOf(environment), streamId, undefined, clock.now()).some(
      (one) => wasStopped(one) && clock.now() - Date.parse(one.taken?.createdAt ?? '') <= afterEndMs,
    )
  }

  /** One live destination is enough; silence has to be told by the stream or by every destination. */
  function platformOf(environment: EnvironmentId, streamId: string): Pick<Looked, 'platform' | 'afterEnd'> {
    const values = read(environment)
    const status = fresh(values.get('status'))
    const listed = fresh(values.get('destinations'))
    const airWords = parts.choiceOf(environment, statusOperation)?.airWords
    const all = destinationsOf(
      listed?.data,
      writesOf(environment),
      streamId,
      parts.choiceOf(environment, detailsList)?.list,
      clock.now(),
      airWords,
    ).filter((one) => one.listed)
    const afterEnd =
      listed &&
      all.flatMap((one) =>
        one.read === 'live' && wasStopped(one) && (one.taken?.createdAt ?? '') < listed.receivedAt ? [one.name] : [],
      )
    const said = status === undefined ? [] : [readStreamStatus(status.data, clock.now(), airWords).state]
    return {
      platform: airOf(
        said,
        all.map(({ read: state }) => state),
      ),
      afterEnd,
    }
  }

  function airOf(stream: readonly AirState[], destinations: readonly AirState[]): PlatformAir {
    const states = [...stream, ...destinations]
    if (states.includes('live')) return 'live'
    if (states.includes('paused')) return 'paused'
    const isOff = (state: AirState): boolean => state === 'off' || state === 'stopped'
    return states.some(isOff) && destinations.every(isOff) ? 'off' : 'unknown'
  }

  function begin(next: string): void {
    subject = next
    courses = {}
    wasLive = false
    alarms.report('cross-check', [])
  }

  function look(): void {
    const environment = parts.selected()
    const encoder = encoders.state()
    const { stream } = parts.broadcast(environment)
    const next = stream === undefined ? '' : [environment, stream.id, encoder.encoder?.id ?? ''].join(' ')
    if (next !== subject) begin(next)
    if (stream === undefined || next === '') return letGo()
    const matters = activeIn(encoder) || parts.mayBeOnAir(environment) || Object.keys(courses).length > 0
    // Of software that was off when it was lost there is nothing to say.
    const isOfSoftware = encoder.encoder !== undefined && (encoder.link === 'connected' || wasActive)
    const isWatched = courses.on_air_after_end !== undefined || isAfterEnd(environment, stream.id)
    const compares = (matters && isOfSoftware) || isWatched
    if (!compares) letGo()
    const { platform, afterEnd } = compares
      ? platformOf(environment, stream.id)
      : { platform: 'unknown' as const, afterEnd: undefined }
    if (platform !== 'unknown') wasLive = platform === 'live'
    const found = judge(courses, {
      now: clock.now(),
      encoder,
      wasActive,
      platform,
      wasLive,
      afterEnd,
      stream: stream.name,
      mostDropped,
    })
    courses = found.courses
    alarms.report('cross-check', found.alarms)
  }

  let cancel: (() => void) | undefined
  /** Nothing wakes the desk where no software is in use and nothing was stopped lately. */
  function lookLater(): void {
    const environment = parts.selected()
    const { stream } = parts.broadcast(environment)
    const mustLook =
      encoders.state().encoder !== undefined ||
      Object.keys(courses).length > 0 ||
      (stream !== undefined && isAfterEnd(environment, stream.id))
    if (mustLook) cancel ??= clock.after(everyMs, tick)
    else letGo()
  }
  function tick(): void {
    cancel = undefined
    lookLater()
    look()
  }
  lookLater()
  // What begins or ends is noticed at once; its time counts from there.
  const stop = encoders.onState((state) => {
    lookLater()
    // What is lost was what it was when it was read last.
    const isLost = state.stream === undefined && state.encoder?.id === encoderId
    encoderId = state.encoder?.id
    const active = isLost ? wasActive : activeIn(state)
    const changed = active !== wasActive || state.stream?.reconnecting === true
    wasActive = active
    if (changed) look()
  })

  const stopWrites = parts.onWrite(() => {
    kept = undefined
    lookLater()
  })

  return () => {
    cancel?.()
    stop()
    stopWrites()
  }
}

const activeIn = ({ stream }: EncoderState): boolean => stream?.active === true
