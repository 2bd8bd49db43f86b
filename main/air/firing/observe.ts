// Steps that send nothing: they wait until something is observed, on the platform or of the streaming software.
import type { EncoderState } from '#contract/air/encoder.ts'
import { defined } from '#contract/defined.ts'
import type { Firing, FiringStep, StepAction } from '#contract/air/firing.ts'
import { isFresh, sendingOf } from '#answers/on-air.ts'
import type { AirState } from '#answers/transport.ts'
import type { Encoders } from '../encoder/types.ts'
import type { Clock } from '../../core/ports.ts'
import type { PlatformView, ViewPlatform } from './platform-view.ts'
import type { StepOutcome, Taking } from './types.ts'

const everyMs = 1_000
/** Software that does not send after this time has given up. */
const givenUpMs = 10_000
/** Its answer is not waited for longer. */
const patienceMs = 3_000
/** What was not seen for so long is told. */
const longestMs = 20_000

type What = Extract<StepAction, { kind: 'seen' }>['what']
/** `not`: something else is so, by what was read since. */
export type Verdict = 'so' | 'not' | 'unknown'
type Act = 'start' | 'stop'

interface Look {
  verdict: Verdict
  /** Whom it lacks, by name. */
  lacks?: string[]
  /** Steps whose effect is seen. */
  seen?: string[]
  /** What it lacks was refused, so nobody waits for it. */
  isFinal?: boolean
}

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
  async function look(what: What, step: FiringStep, firing: Firing, since: number): Promise<Look | undefined> {
    if (what === 'sending' || what === 'notSending') {
      const state = await readEncoder({ encoders, clock })
      if (state?.stream === undefined || !isMeant(firing, state)) return { verdict: 'unknown' }
      const isSo = what === 'sending' ? sendingOf(state, clock.now()) === 'sending' : !state.stream.active
      return { verdict: isSo ? 'so' : 'not' }
    }
    const act = what === 'live' ? 'start' : 'stop'
    const steps = stepsOf(firing, act)
    // Nobody waits for a start that was not sent.
    const looked = act === 'start' ? steps.filter(({ state }) => !['planned', 'contradicted'].includes(state)) : steps
    if (steps.length > 0 && looked.length === 0) return undefined
    const view = await platform.read(firing, since, steps.length === 0 ? ['status'] : ['destinations', 'status'])
    return steps.length === 0
      ? { verdict: stateOf(view.status, act) }
      : ofSteps(looked, view, act, step.name, firing.left ?? [])
  }

  /** Ends once it is seen, once it can't be any more, or with what was seen last after 20 s. */
  return async (
    what: What,
    { firing, step, signal, onSeen, now }: Pick<Taking, 'firing' | 'step' | 'signal' | 'onSeen' | 'now'>,
  ): Promise<StepOutcome> => {
    const since = Date.parse(step.takenAt ?? firing.firedAt)
    for (;;) {
      const found = await look(what, step, now(), since)
      if (found === undefined) return { state: 'planned' }
      const { verdict, lacks, seen = [], isFinal } = found
      onSeen(seen)
      if (verdict === 'so') return { state: 'seen' }
      const waited = clock.now() - since
      if (signal.aborted || isFinal === true || waited >= longestMs)
        return {
          state: verdict === 'not' ? 'contradicted' : 'unknown',
          reason: lacks === undefined ? 'not_seen_in_time' : 'not_seen_at',
          facts: { what, ...defined({ names: lacks?.join(', ') }) },
        }
      const isOff = what === 'sending' && verdict === 'not' && encoders.state().stream?.active === false
      if (isOff && waited >= givenUpMs) return { state: 'contradicted', reason: 'seen_otherwise', facts: { what } }
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

/** The steps that start or stop a destination. */
const stepsOf = ({ steps }: Firing, act: Act): FiringStep[] =>
  steps.filter(({ action }) => action.kind === 'destination' && action.act === act)

const isOff = (state: AirState): boolean => state === 'off' || state === 'stopped'

/** `unknown` for one that no list shows, whatever the desk told it. */
export function stateIn({ destinations, isListed }: PlatformView, record: string, act: Act): Verdict {
  const found = destinations.find(({ key }) => key === record)
  if (!isListed || found?.listed !== true) return 'unknown'
  // What the desk does not know of its command changes nothing of what is read.
  return stateOf(found.read, act)
}

/** Whether a reading shows what the command wants. */
export function stateOf(state: AirState | undefined, act: Act): Verdict {
  if (state === undefined || state === 'unseen' || state === 'unclear') return 'unknown'
  return (act === 'start' ? state === 'live' : isOff(state)) ? 'so' : 'not'
}

/** Every destination, and the stream's own word where it says the opposite. */
function ofSteps(
  steps: readonly FiringStep[],
  view: PlatformView,
  act: Act,
  stream: string,
  left: NonNullable<Firing['left']>,
): Look {
  const all = steps.map((step) => ({
    step,
    verdict: step.action.kind === 'destination' ? stateIn(view, step.action.record, act) : ('unknown' as const),
  }))
  const lacking = all.filter(({ verdict }) => verdict !== 'so')
  const seen = all.flatMap(({ step, verdict }) => (verdict === 'so' ? [step.id] : []))
  if (lacking.length > 0)
    return {
      verdict: lacking.some(({ verdict }) => verdict === 'not') ? 'not' : 'unknown',
      lacks: lacking.map(({ step }) => step.name),
      seen,
      isFinal: lacking.every(({ step, verdict }) => verdict === 'not' && step.state === 'contradicted'),
    }
  const status = view.status
  if (act === 'start')
    return status === 'stopped' ? { verdict: 'unknown', seen, lacks: [stream] } : { verdict: 'so', seen }
  if (status !== 'live' && status !== 'paused') return { verdict: 'so', seen }
  const on = view.destinations.filter(({ state }) => state === 'live' || state === 'paused')
  const others = on.filter(({ key }) => left.every(({ record }) => record !== key)).map(({ name }) => name)
  // What came since it was shown keeps the stream on air, and is named apart.
  if (on.length > 0 && others.length === 0) return { verdict: 'so', seen }
  return { verdict: 'not', seen, lacks: others.length > 0 ? others : [stream] }
}
