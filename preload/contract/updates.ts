import { z } from 'zod'
import { instant, named, type Of } from './schema.ts'

/** What the person answered to the question whether to look for new versions. */
export const lookChoices = ['unasked', 'on', 'off'] as const

export const updateStateSchema = named('UpdateState', () =>
  z.strictObject({
    /** False in a browser, and where this build has no address of updates. */
    offered: z.boolean(),
    /** Nothing is asked of that address unless it is `on`. */
    look: z.enum(lookChoices),
    /** `newest`: the last look found nothing newer. `ready`: the next version can be installed. */
    step: z.enum(['idle', 'looking', 'newest', 'fetching', 'ready', 'failed']),
    version: z.string().exactOptional(),
    /** When the step began. */
    at: instant().exactOptional(),
    /** Of a failure: nothing answered, or what answered is no update. */
    cause: z.enum(['not_reached', 'not_usable']).exactOptional(),
  }),
)
export type UpdateState = Of<typeof updateStateSchema>

/** The notice that the desk can look for new versions, by its id: told once. */
export const updatesNotice = 'updates'
