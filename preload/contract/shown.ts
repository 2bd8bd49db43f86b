// What a person was shown when they armed: identities, never labels. Whoever shows it gets it with what can be fired,
// the press returns it, and main fires only where it is still so.
import { z } from 'zod'
import { named, type Of } from './schema.ts'

const identity = () => z.string().max(512)

/** `key` names where it goes; `event` is the platform's own identifier, where it gives one. */
export const shownDestinationSchema = named('ShownDestination', () =>
  z.strictObject({ key: identity(), event: identity().exactOptional() }),
)
export type ShownDestination = Of<typeof shownDestinationSchema>

/** Null where it was shown that there is none; left out where the command does not act on it. */
export const shownSchema = named('Shown', () =>
  z.strictObject({
    stream: identity().nullable().exactOptional(),
    destinations: z.array(shownDestinationSchema()).max(200).exactOptional(),
    poll: identity().exactOptional(),
    ad: identity().exactOptional(),
    encoder: identity().nullable().exactOptional(),
    scene: identity().nullable().exactOptional(),
    cue: identity().exactOptional(),
    /** Which side a start or an end begins with. */
    order: z.enum(['encoderFirst', 'platformFirst']).exactOptional(),
    /** Whether an end also ends the recording. */
    recording: z.boolean().exactOptional(),
  }),
)
export type Shown = Of<typeof shownSchema>
export type ShownPart = keyof Shown
