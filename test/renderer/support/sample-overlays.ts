// What overlays show, for screens: the rehearsal's poll and nothing else.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> }

export function sampleOverlays(environment: () => EnvironmentId): Handlers {
  return {
    'overlay.follow': ({ kind }) => {
      const frame = { kind, environment: environment(), everyMs: 10_000 }
      if (kind !== 'poll') return { ...frame, ageMs: 800, value: null, because: 'nothing' }
      return {
        ...frame,
        ageMs: 800,
        value: {
          kind,
          question: 'Who should come next?',
          answers: [
            { text: 'A cook', votes: 41, share: 0.205 },
            { text: 'A diver', votes: 66, share: 0.33 },
            { text: 'A clockmaker', votes: 93, share: 0.465 },
          ],
          votes: 200,
          revealed: true,
        },
      }
    },
  }
}
