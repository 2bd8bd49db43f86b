import type { OverlayKind } from '#contract/access-kinds.ts'
import type { OverlayValue } from '#contract/overlay.ts'

/** Words of the sample, by their keys in `overlays.example`. */
export type SampleWord =
  | 'question'
  | 'first'
  | 'second'
  | 'third'
  | 'goal'
  | 'event'
  | 'sponsor'
  | 'line'
  | 'cue'
  | 'following'

/** What a kind shows where there is nothing to show now. */
export function sampleOf(kind: OverlayKind, word: (name: SampleWord) => string, now: number): OverlayValue {
  switch (kind) {
    case 'poll':
      return {
        kind,
        question: word('question'),
        answers: [
          { text: word('first'), votes: 93, share: 0.465 },
          { text: word('second'), votes: 66, share: 0.33 },
          { text: word('third'), votes: 41, share: 0.205 },
        ],
        votes: 200,
        revealed: true,
      }
    case 'goal':
      return { kind, title: word('goal'), raised: 124_050, target: 200_000, currency: 'EUR', digits: 2 }
    case 'countdown':
      return { kind, title: word('event'), at: new Date(now + 754_000).toISOString() }
    case 'sponsor':
      return { kind, name: word('sponsor'), text: word('line') }
    case 'next':
      return {
        kind,
        now: { title: word('cue'), since: new Date(now - 95_000).toISOString() },
        next: { title: word('following'), expectedAt: new Date(now + 204_000).toISOString() },
      }
    case 'onair':
      return { kind, onAir: true, since: new Date(now - 4_354_000).toISOString() }
  }
}
