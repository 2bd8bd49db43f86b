// What a start and an end do, step by step, and why they can't be fired. Pure.
import type { EncoderState } from '#contract/air/encoder.ts'
import type { FiringChoices } from '#contract/air/firing.ts'
import type { Named } from '#contract/live.ts'
import type { PlannedStep } from './types.ts'

export interface PlanParts {
  choices: FiringChoices
  stream: Named | undefined
  /** All that the stream is published at, with why a start of it would be refused: a reason, or a code that says all. */
  destinations: ReadonlyArray<{ record: string; name: string; refused: string | undefined }>
  /** They were read just now. */
  isListed: boolean
  encoder: EncoderState
  /** Why nothing could be sent to the platform. */
  refused: string | undefined
}

type Action<K extends PlannedStep['action']['kind']> = Extract<PlannedStep['action'], { kind: K }>

export function planOf(kind: 'start' | 'end', parts: PlanParts): { steps: PlannedStep[]; missing: string[] } {
  const { choices } = parts
  const software = softwareSteps(kind, parts)
  const platform = platformSteps(kind, parts)
  const order = kind === 'start' ? choices.startOrder : choices.endOrder
  const steps = order === 'encoderFirst' ? [...software, ...platform] : [...platform, ...software]
  return { steps, missing: [...new Set(missingOf(kind, parts))] }
}

function softwareSteps(kind: 'start' | 'end', { choices, encoder }: PlanParts): PlannedStep[] {
  if (!choices.withEncoder || encoder.encoder === undefined) return []
  const { name } = encoder.encoder
  const step = (id: string, action: Action<'encoder'> | Action<'seen'>, named = name): PlannedStep => ({
    id,
    name: named,
    action,
  })
  const scene = kind === 'start' ? choices.startScene : choices.endScene
  const shown =
    scene === undefined ? [] : [step('scene', { kind: 'encoder', operation: 'encoder:scene', scene }, scene)]
  if (kind === 'start')
    return [
      ...shown,
      step('encoder', { kind: 'encoder', operation: 'encoder:start' }),
      step('sending', { kind: 'seen', what: 'sending' }),
    ]
  return [
    ...shown,
    step('encoder', { kind: 'encoder', operation: 'encoder:stop' }),
    step('sending', { kind: 'seen', what: 'notSending' }),
    ...(choices.endsRecording ? [step('recording', { kind: 'encoder', operation: 'encoder:stopRecord' })] : []),
  ]
}

function platformSteps(kind: 'start' | 'end', { destinations, stream }: PlanParts): PlannedStep[] {
  if (stream === undefined || destinations.length === 0) return []
  const act = kind === 'start' ? 'start' : 'stop'
  return [
    ...destinations.map(({ record, name }, place) => ({
      id: `destination-${place + 1}`,
      name,
      action: { kind: 'destination', act, record } as const,
    })),
    { id: 'live', name: stream.name, action: { kind: 'seen', what: kind === 'start' ? 'live' : 'notLive' } },
  ]
}

/** Nothing of the software keeps an end from being fired: the platform is stopped all the same. */
function missingOf(
  kind: 'start' | 'end',
  { choices, stream, destinations, isListed, encoder, refused }: PlanParts,
): string[] {
  const missing: string[] = []
  if (stream === undefined) missing.push('no_stream_chosen')
  else if (destinations.length === 0) missing.push(isListed ? 'no_destinations' : 'destinations_not_read')
  if (refused !== undefined) missing.push(refused)
  if (kind === 'end') return missing
  missing.push(...destinations.flatMap((one) => one.refused ?? []))
  if (!choices.withEncoder || encoder.encoder === undefined) return missing
  if (encoder.link !== 'connected') missing.push('encoder_not_connected')
  else if (choices.startScene !== undefined && encoder.scenes?.includes(choices.startScene) === false)
    missing.push('encoder_scene_missing')
  return missing
}
