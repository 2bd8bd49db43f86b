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
type Kind = 'start' | 'end'

export function planOf(kind: Kind, parts: PlanParts): { steps: PlannedStep[]; missing: string[] } {
  const { choices } = parts
  const isPlatformFirst = (kind === 'start' ? choices.startOrder : choices.endOrder) === 'platformFirst'
  const [software, platform] = [softwareActions(kind, parts), platformActions(kind, parts)]
  const ordered = isPlatformFirst ? [...platform, ...software] : [...software, ...platform]
  const ids = ordered.map(({ id }) => id)
  const steps = ordered.map((step) => ({
    ...step,
    needs: needsOf(kind, step, isPlatformFirst).filter((id) => ids.includes(id)),
  }))
  return { steps, missing: [...new Set(missingOf(kind, parts))] }
}

/**
 * An end ends: nothing of it depends on anything else, but to see what was not sent. In a start, destinations depend on
 * software that is seen to send; with the platform first, the software on what is seen there.
 */
function needsOf(kind: Kind, { id, action }: Omit<PlannedStep, 'needs'>, isPlatformFirst: boolean): string[] {
  if (id === 'sending') return ['encoder']
  if (kind === 'end') return []
  if (action.kind === 'encoder') return [...(id === 'encoder' ? ['scene'] : []), ...(isPlatformFirst ? ['live'] : [])]
  return action.kind === 'destination' && !isPlatformFirst ? ['sending'] : []
}

function softwareActions(kind: Kind, { choices, encoder }: PlanParts): PlannedStep[] {
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

function platformActions(kind: Kind, { destinations, stream, isListed }: PlanParts): PlannedStep[] {
  // An end looks also where nobody knows what there is to end.
  if (stream === undefined || (destinations.length === 0 && (kind === 'start' || isListed))) return []
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

/** What the platform lacks stands before what the software does. */
function missingOf(kind: Kind, { choices, stream, destinations, isListed, encoder, refused }: PlanParts): string[] {
  const missing: string[] = []
  if (stream === undefined) missing.push('no_stream_chosen')
  else if (destinations.length === 0) missing.push(isListed ? 'no_destinations' : 'destinations_not_read')
  if (refused !== undefined) missing.push(refused)
  // A stop is never refused for what is known of its destination.
  if (kind === 'start') missing.push(...destinations.flatMap((one) => one.refused ?? []))
  if (!choices.withEncoder || encoder.encoder === undefined) return missing
  const scene = kind === 'start' ? choices.startScene : choices.endScene
  if (encoder.link !== 'connected') missing.push('encoder_not_connected')
  else if (scene !== undefined && encoder.scenes?.includes(scene) === false) missing.push('encoder_scene_missing')
  return missing
}
