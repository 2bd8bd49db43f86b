// What an overlay shows of a broadcast, and nothing else of it.
import { z } from 'zod'
import { overlayKinds } from './access-kinds.ts'
import { environmentIdSchema } from './models.ts'
import { instant, named, type Of } from './schema.ts'

/** By kind; amounts are in minor units of their currency. No name of a person. */
export const overlayValueSchema = named('OverlayValue', () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('poll'),
      question: z.string(),
      /** Null where the platform does not say it, and before the results are revealed. */
      answers: z.array(
        z.strictObject({ text: z.string(), votes: z.number().nullable(), share: z.number().nullable() }),
      ),
      /** Null where the platform does not say it. */
      votes: z.number().nullable(),
      /** The audience sees the results. */
      revealed: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('goal'),
      title: z.string(),
      raised: z.number(),
      target: z.number().nullable(),
      currency: z.string().nullable(),
      /** Digits after the point. */
      digits: z.int(),
    }),
    z.strictObject({ kind: z.literal('countdown'), title: z.string(), at: instant() }),
    z.strictObject({ kind: z.literal('sponsor'), name: z.string(), text: z.string().exactOptional() }),
    /** Titles of cues alone: no note of one. */
    z.strictObject({
      kind: z.literal('next'),
      now: z.strictObject({ title: z.string(), since: instant() }).nullable(),
      next: z.strictObject({ title: z.string(), expectedAt: instant().exactOptional() }).nullable(),
      /** Milliseconds over (positive) or under the plan. */
      overMs: z.number().exactOptional(),
    }),
    z.strictObject({ kind: z.literal('onair'), onAir: z.boolean(), since: instant().exactOptional() }),
  ]),
)
export type OverlayValue = Of<typeof overlayValueSchema>

/**
 * Sent when it changes and each second, as the heartbeat. An overlay clears itself 3 s after the last frame, and where
 * the value is older than three of its intervals or 60 s.
 */
export const overlayFrameSchema = named('OverlayFrame', () =>
  z.strictObject({
    kind: z.enum(overlayKinds),
    environment: environmentIdSchema(),
    /** Milliseconds since the value was read; null where there is none. */
    ageMs: z.number().nullable(),
    /** How often the value is read. */
    everyMs: z.number(),
    /** Null where there is nothing to show; `because` says why, for the person who makes the overlay. */
    value: overlayValueSchema().nullable(),
    because: z.enum(['environment', 'nothing', 'waiting', 'failed', 'stale', 'not_understood']).exactOptional(),
  }),
)
export type OverlayFrame = Of<typeof overlayFrameSchema>
