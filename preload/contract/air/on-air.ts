// What is on air where, as one code with facts: the page, the stage and the overlay make the same sentence of it.
import { z } from 'zod'
import { instant, named, type Of } from '../schema.ts'

export const onAirCodes = [
  /** No stream is chosen. */
  'nothing_chosen',
  /** Nothing was read yet, or the platform's words are not understood. */
  'unknown',
  'off_air',
  'paused',
  'on_air',
] as const

/** The streaming software that is in use. */
export const softwareCodes = ['sending', 'reconnecting', 'not_sending', 'unknown'] as const

export const onAirSummarySchema = named('OnAirSummary', () =>
  z.strictObject({
    code: z.enum(onAirCodes),
    /** Names of the destinations that are live; empty where the stream alone says that it is. */
    live: z.array(z.string()),
    paused: z.array(z.string()),
    /** Of those the desk can't say whether they are on air. */
    unknown: z.array(z.string()),
    /** Since when it is on air, by this machine's clock. */
    since: instant().exactOptional(),
    /** When that was read. */
    readAt: instant().exactOptional(),
    /** What was read is too old to be believed. */
    stale: z.boolean(),
    /** Absent where no streaming software is in use. */
    software: z
      .strictObject({
        code: z.enum(softwareCodes),
        name: z.string(),
        since: instant().exactOptional(),
      })
      .exactOptional(),
  }),
)
export type OnAirSummary = Of<typeof onAirSummarySchema>
