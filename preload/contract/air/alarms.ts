// What needs a person at once: two parts of a broadcast that disagree, and what viewers should not see.
import { z } from 'zod'
import { factsSchema } from '../errors.ts'
import { instant, named, type Of } from '../schema.ts'

/** What viewers get, as the monitor measures it. */
export const programAlarmCodes = [
  'program_black',
  'program_frozen',
  'program_silent',
  'program_no_picture',
  'program_unreachable',
] as const

export const alarmCodes = [
  /** The streaming software sends, the platform is idle. */
  'encoder_without_platform',
  /** The platform is live, the streaming software is off. */
  'platform_without_encoder',
  /** The platform is live, the streaming software was sending and can't be reached any more. */
  'encoder_gone_while_live',
  /** A destination is live, and the desk's newest command to it was a stop. */
  'on_air_after_end',
  /** An alarm once it lasts while the platform is live. */
  'encoder_reconnecting',
  'encoder_drops_frames',
  ...programAlarmCodes,
] as const
export type AlarmCode = (typeof alarmCodes)[number]

export const alarmSchema = named('Alarm', () =>
  z.strictObject({
    code: z.enum(alarmCodes),
    level: z.enum(['attention', 'alarm']),
    /** When what it tells began. */
    since: instant(),
    facts: factsSchema().exactOptional(),
  }),
)
export type Alarm = Of<typeof alarmSchema>
