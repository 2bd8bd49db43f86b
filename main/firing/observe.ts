// Steps that send nothing: they wait until something is observed, on the platform or of the streaming software.
import type { EncoderState } from '#contract/air/encoder.ts'
import type { Firing, StepAction } from '#contract/air/firing.ts'
import { isFresh, sendingOf } from '#answers/on-air.ts'
import type { Encoders } from '../encoder/types.ts'
import type { Clock } from '../ports.ts'
import type { PlatformView, ViewPlatform } from './platform-view.ts'
import type { StepOutcome, Taking } from './types.ts'

const everyMs = 1_000
/** Software that does not send after this time has given up. */
const givenUpMs = 10_000
/** Its answer is not waited for longer. */
const patienceMs = 3_000

type What = Extract<StepAction, { kind: 'seen' }>['what']
/** `not`: something else is so, by what was read since. */
type Verdict = 'so' | 'not' | 'unknown'

export interface ObserveParts {
  encoders: Pick<Encoders, 'state' | 'read' | 'onState'>
  platform: ViewPlatform
  clock: Clock
}

/** The software's state, read since `at` (milliseconds); undefined where it can't be read now. */
export async function readEncoder({
  encoders,
  clock,
}: Pick<ObserveParts, 'encoders' | 'clock'>): Promise<EncoderState | undefined> {
  const at = clock.now()
  const state = await new Promise<EncoderState>((resolve) => {
    const cancel = clock.after(patienceMs, () => resolve(encoders.state()))
    void encoders.read().then((read) => {
      cancel()
      resolve(read)
    })
  })
  return isFresh(state, clock.now()) && Date.parse(state.readAt ?? '') >= at ? state : undefined
}

/** The software that the firing began with. */
export const isMeant = ({ encoder }: Pick<Firing, 'encoder'>, state: EncoderState): boolean =>
  encoder === undefined || state.encoder?.id === encoder

export function createObserver({ encoders, platform, clock }: ObserveParts) {
  async function look(what: What, firing: Firing, since: number): Promise<Verdict> {
    if (what === 'sending' || what === 'notSending') {
      const state = await readEncoder({ encoders, clock })
      if (state?.stream === undefined || !isMeant(firing, state)) return 'unknown'
      const isSo = what === 'sending' ? sendingOf(state, clock.now()) === 'sending' : !state.stream.active
      return isSo ? 'so' : 'not'
    }
    const records = recordsOf(firing, what === 'live' ? 'start' : 'stop')
    const view = await platform.read(firing, since, records.length > 0 ? ['destinations'] : ['status'])
    return what === 'live' ? liveIn(view, records) : offIn(view, records)
  }

  /** Ends once it is seen, once the software has given up, or with what was seen last once the signal is aborted. */
  return async (
    what: What,
    { firing, step, signal }: Pick<Taking, 'firing' | 'step' | 'signal'>,
  ): Promise<StepOutcome> => {
    const since = Date.parse(step.takenAt ?? firing.firedAt)
    for (;;) {
      const verdict = await look(what, firing, since)
      if (verdict === 'so') return { state: 'seen' }
      if (signal.aborted)
        return { state: verdict === 'not' ? 'contradicted' : 'unknown', reason: 'not_seen_in_time', facts: { what } }
      const isOff = what === 'sending' && verdict === 'not' && encoders.state().stream?.active === false
      if (isOff && clock.now() - since >= givenUpMs)
        return { state: 'contradicted', reason: 'seen_otherwise', facts: { what } }
      await rest(signal)
    }
  }

  function rest(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        stop()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.after(everyMs, end)
      const before = textOf(encoders.state())
      const stop = encoders.onState((state) => {
        if (textOf(state) !== before) end()
      })
      signal.addEventListener('abort', end)
    })
  }
}

/** What decides; a reading alone changes nothing. */
const textOf = ({ link, stream }: EncoderState): string =>
  JSON.stringify([link, stream?.active, stream?.reconnecting, stream?.growing])

/** The destinations that this firing starts or stops. */
const recordsOf = ({ steps }: Firing, act: 'start' | 'stop'): string[] =>
  steps.flatMap(({ action }) => (action.kind === 'destination' && action.act === act ? [action.record] : []))

function liveIn({ destinations, isListed, status }: PlatformView, records: readonly string[]): Verdict {
  if (records.length === 0)
    return status === undefined || status === 'unseen' ? 'unknown' : status === 'live' ? 'so' : 'not'
  if (!isListed) return 'unknown'
  const states = records.map((record) => destinations.find(({ key }) => key === record)?.state)
  if (states.every((state) => state === 'live')) return 'so'
  return states.some((state) => state === 'unseen' || state === 'unclear') ? 'unknown' : 'not'
}

function offIn({ destinations, isListed, status }: PlatformView, records: readonly string[]): Verdict {
  const isOff = (state: string | undefined): boolean => state === 'off' || state === 'stopped'
  if (records.length === 0)
    return status === undefined || status === 'unseen' ? 'unknown' : isOff(status) ? 'so' : 'not'
  if (!isListed) return 'unknown'
  const states = destinations.filter(({ key }) => records.includes(key)).map(({ state }) => state)
  if (states.every(isOff)) return 'so'
  return states.some((state) => state === 'unseen' || state === 'unclear') ? 'unknown' : 'not'
}
