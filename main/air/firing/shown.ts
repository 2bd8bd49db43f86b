// What a start and an end act on: what a plan shows, and what a press that comes back with it may fire.
import { defined } from '#contract/defined.ts'
import type { Encoder } from '#contract/air/encoder.ts'
import type { FiringChoices } from '#contract/air/firing.ts'
import type { Shown, ShownPart } from '#contract/shown.ts'
import { sameEvent } from '#answers/broadcast/destinations.ts'
import { mayTransport } from '#answers/transport.ts'
import { destinationsIn, shownDestination, type Known } from '../commands/candidates.ts'
import type { Preparation } from '../commands/preparation.ts'

type Kind = 'start' | 'end'

/** An end goes on whatever else the list of its stream says by now. */
export const comparedAtEnd: readonly ShownPart[] = ['stream', 'encoder']

/** `software` is the one in use. */
export function shownBy(kind: Kind, choices: FiringChoices, known: Known, software: Encoder | undefined): Shown {
  const encoder = choices.withEncoder ? software : undefined
  const isStart = kind === 'start'
  return {
    stream: known.broadcast.stream?.id ?? null,
    destinations: destinationsIn(known).map(shownDestination),
    encoder: encoder?.id ?? null,
    ...(encoder !== undefined && {
      scene: (isStart ? choices.startScene : choices.endScene) ?? null,
      order: isStart ? choices.startOrder : choices.endOrder,
      ...(!isStart && { recording: choices.endsRecording }),
    }),
  }
}

/** The choices that an end was shown with, whatever was chosen since. */
export const choicesOfEnd = (choices: FiringChoices, { encoder, scene, order, recording }: Shown): FiringChoices =>
  defined({
    ...choices,
    withEncoder: typeof encoder === 'string',
    endScene: scene ?? undefined,
    endOrder: order ?? choices.endOrder,
    endsRecording: recording ?? false,
  })

interface Ends {
  destinations: Array<{ record: string; name: string; refused: undefined }>
  left: Array<{ record: string; name: string }>
}

/** What an end stops: what was shown, listed or not. What came since, and may be on air, is `left`. */
export function endsOf(shown: Shown, known: Known, { unlisted, names }: Pick<Preparation, 'unlisted' | 'names'>): Ends {
  const listed = destinationsIn(known)
  const keys = new Set(shown.destinations?.map(({ key }) => key))
  const ended = [...keys].map((key) => {
    const before = unlisted(key, known)
    const same =
      listed.find((one) => one.key === key) ??
      // The platform may name more of it by now.
      listed.find((one) => !keys.has(one.key) && before !== undefined && sameEvent(before.record, one.record)) ??
      before
    return { record: same?.key ?? key, name: same?.name ?? names.of(key), refused: undefined }
  })
  const records = new Set(ended.map(({ record }) => record))
  return {
    destinations: ended,
    left: listed
      .filter(({ key, state }) => !records.has(key) && mayTransport('stop', state))
      .map(({ key, name }) => ({ record: key, name })),
  }
}
