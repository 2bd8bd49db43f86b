import type { OverlayKind } from '#contract/access-kinds.ts'
import type { Json } from '#contract/json.ts'
import type { Broadcast, Watch } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OverlayFrame, OverlayValue } from '#contract/overlay.ts'
import type { RundownPosition } from '#contract/air/rundown.ts'
import type { Choice } from '#answers/roles.ts'

/** What an overlay is derived from, beside the answers. */
export interface Situation {
  broadcast: Broadcast
  /** Where the show is in its rundown. */
  position: RundownPosition | null
  /** What a person said of an operation's fields, with the unit of its amounts. */
  choiceOf: (operation: string) => Choice
  /** A show is on, so that everything is read more often. */
  quick: boolean
  /** The present by the platform's clock, in milliseconds since 1970. */
  now: number
  /** What is added to a time of the platform to have it by this machine's clock. */
  offsetMs: number
}

/** The newest answer of a watched read; undefined before the first one. Whatever is asked for is followed. */
export type Read = (watch: Watch) => Json | undefined

/** Undefined while an answer is missing. */
export type Source = (situation: Situation, read: Read) => OverlayValue | 'nothing' | 'not_understood' | undefined

export interface Overlays {
  /**
   * The frame of a kind now; `overlay.value` follows for 30 s. For another environment than the selected one the frame
   * is empty, and nothing follows.
   */
  follow(kind: OverlayKind, environment?: EnvironmentId): OverlayFrame
  stop(): void
}
