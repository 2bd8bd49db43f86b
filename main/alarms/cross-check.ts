// Looks once a second whether the streaming software and the platform agree, while there is something to agree on.
import type { Broadcast, FieldChoice, LiveValue, Watch } from '#contract/live.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Settings } from '#contract/settings.ts'
import { tooOldAfterMs } from '#contract/overlay-age.ts'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import { readStreamStatus, statusOperation } from '#answers/stream-status.ts'
import type { AirState } from '#answers/transport.ts'
import { detailsList, watchOf } from '../commands/reads.ts'
import type { Encoders } from '../encoder/types.ts'
import { intervalMs } from '../live/intervals.ts'
import type { Watching } from '../live/types.ts'
import type { Clock } from '../ports.ts'
import { judge, type Courses, type PlatformAir } from './judge.ts'
import type { Alarms } from './types.ts'

const everyMs = 1_000
const page = 'alarms'

export interface CrossCheckParts {
  alarms: Pick<Alarms, 'report'>
  encoders: Pick<Encoders, 'state' | 'onState'>
  watching: Pick<Watching, 'follow'>
  selected: () => EnvironmentId
  broadcast: (environment: EnvironmentId) => Broadcast
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  settings: { get(): Pick<Settings, 'dropAlarmPercent'> }
  /** A show is on, or something of the environment was seen on air. */
  mayBeOnAir: (environment: EnvironmentId) => boolean
  showIsOn: () => boolean
  clock: Clock
}

/** Returns its end. */
export function createCrossCheck(parts: CrossCheckParts): () => void {
  const { alarms, encoders, watching, clock } = parts
  let courses: Courses = {}
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

  /** One live destination is enough; silence has to be told by the stream or by every destination. */
  function platformOf(environment: EnvironmentId, streamId: string): PlatformAir {
    const values = read(environment)
    const status = fresh(values.get('status'))
    const listed = fresh(values.get('destinations'))
    const airWords = parts.choiceOf(environment, statusOperation)?.airWords
    const destinations = destinationsOf(
      listed?.data,
      [],
      streamId,
      parts.choiceOf(environment, detailsList)?.list,
      clock.now(),
      airWords,
    ).map(({ state }) => state)
    const states: AirState[] = [
      ...(status === undefined ? [] : [readStreamStatus(status.data, clock.now(), airWords).state]),
      ...destinations,
    ]
    if (states.includes('live')) return 'live'
    if (states.includes('paused')) return 'paused'
    const isOff = (state: AirState): boolean => state === 'off' || state === 'stopped'
    return states.some(isOff) && destinations.every(isOff) ? 'off' : 'unknown'
  }

  function begin(next: string): void {
    subject = next
    courses = {}
    alarms.report('cross-check', [])
  }

  function look(): void {
    const environment = parts.selected()
    const encoder = encoders.state()
    const { stream } = parts.broadcast(environment)
    const next =
      stream === undefined || encoder.encoder === undefined
        ? ''
        : [environment, stream.id, encoder.encoder.id].join(' ')
    if (next !== subject) begin(next)
    if (stream === undefined || next === '') return letGo()
    const matters = activeIn(encoder) || parts.mayBeOnAir(environment) || Object.keys(courses).length > 0
    // Of software that was off when it was lost there is nothing to say.
    const compares = matters && (encoder.link === 'connected' || wasActive)
    if (!compares) letGo()
    const platform = compares ? platformOf(environment, stream.id) : 'unknown'
    const found = judge(courses, {
      now: clock.now(),
      encoder,
      wasActive,
      platform,
      stream: stream.name,
      mostDropped: parts.settings.get().dropAlarmPercent / 100,
    })
    courses = found.courses
    alarms.report('cross-check', found.alarms)
  }

  let cancel: (() => void) | undefined
  /** Nothing wakes the desk where no software is in use. */
  function lookLater(): void {
    if (encoders.state().encoder !== undefined) cancel ??= clock.after(everyMs, tick)
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

  return () => {
    cancel?.()
    stop()
  }
}

const activeIn = ({ stream }: EncoderState): boolean => stream?.active === true
