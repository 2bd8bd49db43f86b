// The plan of a show: cues with steps, fired one by one by a person.
import { z } from 'zod'
import { stepActionSchema } from './firing.ts'
import { environmentIdSchema } from './models.ts'
import { instant, named, type Of } from './schema.ts'

export const cueColours = ['grey', 'blue', 'teal', 'green', 'amber', 'violet'] as const

export const cueStepSchema = named('CueStep', () =>
  z.strictObject({
    id: z.string().min(1).max(64),
    /** Of what it acts on, for people. */
    name: z.string().max(200),
    action: stepActionSchema(),
  }),
)
export type CueStep = Of<typeof cueStepSchema>

/** `cue` has steps and a place in time; `group` is a heading for those below it; `note` only tells. */
export const cueSchema = named('Cue', () =>
  z.strictObject({
    id: z.string().min(1).max(64),
    kind: z.enum(['cue', 'group', 'note']),
    title: z.string().max(200),
    note: z.string().max(4_000),
    colour: z.enum(cueColours),
    /** Planned start, as minutes and seconds of the show's day: `HH:MM:SS`. */
    at: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
      .exactOptional(),
    /** Planned length in milliseconds. */
    durationMs: z.int().min(0).max(86_400_000).exactOptional(),
    /** It begins when the one before it ends, so `at` follows from that one. */
    linked: z.boolean(),
    skip: z.boolean(),
    steps: z.array(cueStepSchema()).max(50),
  }),
)
export type Cue = Of<typeof cueSchema>

export const rundownContentSchema = named('RundownContent', () =>
  z.strictObject({
    title: z.string().max(200),
    environment: environmentIdSchema(),
    template: z.boolean(),
    cues: z.array(cueSchema()).max(500),
  }),
)
export type RundownContent = Of<typeof rundownContentSchema>

export const rundownSchema = named('Rundown', () =>
  z.strictObject({
    ...rundownContentSchema().shape,
    id: z.string(),
    /** From 1. */
    revision: z.int(),
    createdAt: instant(),
    updatedAt: instant(),
    removedAt: instant().exactOptional(),
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type Rundown = Of<typeof rundownSchema>

export const rundownHeadSchema = named('RundownHead', () =>
  rundownSchema().omit({ cues: true, leftOut: true }).extend({ count: z.int(), durationMs: z.number() }),
)
export type RundownHead = Of<typeof rundownHeadSchema>

/** Where a show is in its rundown; kept over restarts and crashes. */
export const rundownPositionSchema = named('RundownPosition', () =>
  z.strictObject({
    rundown: z.string(),
    title: z.string(),
    revision: z.int(),
    /** Counts each Go and each move: a Go names the one that it saw. */
    position: z.int(),
    /** The cue that is on, with when it was fired and its firing. */
    now: z.strictObject({ cue: cueSchema(), firedAt: instant(), firing: z.string() }).exactOptional(),
    /** The cue that Go fires. */
    next: cueSchema().exactOptional(),
    /** When the next one is expected, by the times that were kept so far. */
    nextExpectedAt: instant().exactOptional(),
    /** Milliseconds by which the show is over (positive) or under its plan. */
    overMs: z.number().exactOptional(),
    /** Planned and actual times of what was fired. */
    fired: z.array(
      z.strictObject({
        cue: z.string(),
        title: z.string(),
        plannedAt: instant().exactOptional(),
        firedAt: instant(),
        endedAt: instant().exactOptional(),
        state: z.enum(['running', 'waiting', 'done', 'stopped']),
      }),
    ),
  }),
)
export type RundownPosition = Of<typeof rundownPositionSchema>
