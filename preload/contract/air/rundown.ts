// The plan of a show: cues with steps, fired one by one by a person.
import { z } from 'zod'
import { factsSchema } from '../errors.ts'
import { stepActionSchema } from './firing.ts'
import { environmentIdSchema } from '../models.ts'
import { instant, named, type Of } from '../schema.ts'
import { shownSchema } from '../shown.ts'

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
    /** The name of the grant that put it into the bin; absent for the desk itself. */
    removedBy: z.string().exactOptional(),
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
    environment: environmentIdSchema(),
    /** The planned times of day are counted from the beginning of this one's day. */
    day: instant(),
    /** The cue that is on, with when it was fired and its firing. */
    now: z.strictObject({ cue: cueSchema(), firedAt: instant(), firing: z.string() }).exactOptional(),
    /** The cue that Go fires. */
    next: cueSchema().exactOptional(),
    /** What Go acts on now: the cue, and the stream and the streaming software where its steps use them. */
    shown: shownSchema(),
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

export const rundownPageSchema = named('RundownPage', () =>
  z.strictObject({
    items: z.array(rundownHeadSchema()),
    /** Pass as `before`. */
    next: z.string().exactOptional(),
  }),
)
export type RundownPage = Of<typeof rundownPageSchema>

export const rundownRevisionSchema = named('RundownRevision', () =>
  z.strictObject({
    revision: z.int(),
    at: instant(),
    title: z.string(),
    count: z.int(),
    /** The revision that it brought back. */
    of: z.int().exactOptional(),
    /** The name of the grant that made it; absent where the desk itself did. */
    by: z.string().exactOptional(),
  }),
)
export type RundownRevision = Of<typeof rundownRevisionSchema>

/** What became of a Go. `lapsed`: a grant of mode `arm` asked, and nobody at the desk fired it in time. */
export const goOutcomeSchema = named('GoOutcome', () =>
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('fired'), firing: z.string(), position: rundownPositionSchema() }),
    z.strictObject({ outcome: z.literal('lapsed') }),
  ]),
)
export type GoOutcome = Of<typeof goOutcomeSchema>

/**
 * What a dry run found of one step. The first five fail in the show; `refused` and `unknown` are what rehearsal made of
 * it; `stand_in` was rehearsed with another record; the rest could not be looked at and says why.
 */
export const dryRunCodes = [
  'record_missing',
  'credential_missing',
  'gate_closed',
  'body_refused',
  'scene_missing',
  'operation_unknown',
  'refused',
  'unknown',
  'stand_in',
  'record_unchecked',
  'scene_unchecked',
  'hold_needed',
] as const
export type DryRunCode = (typeof dryRunCodes)[number]

/** Those with which a step would not do what it says. */
export const dryRunFailures: readonly DryRunCode[] = dryRunCodes.slice(0, 8)

export const dryRunStepSchema = named('DryRunStep', () =>
  z.strictObject({
    cue: z.string(),
    title: z.string(),
    step: z.string(),
    name: z.string(),
    state: z.enum(['ok', 'attention', 'fails']),
    findings: z.array(z.strictObject({ code: z.enum(dryRunCodes), facts: factsSchema().exactOptional() })),
  }),
)
export type DryRunStep = Of<typeof dryRunStepSchema>

export const dryRunSchema = named('DryRun', () =>
  z.strictObject({
    id: z.string(),
    rundown: z.string(),
    revision: z.int(),
    title: z.string(),
    environment: environmentIdSchema(),
    state: z.enum(['running', 'done', 'cancelled', 'failed']),
    startedAt: instant(),
    endedAt: instant().exactOptional(),
    /** The cue that it is at. */
    cue: z.string().exactOptional(),
    /** Of the steps. */
    done: z.int(),
    total: z.int(),
    /** Of what was gone through, in the order of the rundown. */
    steps: z.array(dryRunStepSchema()),
    /** Why it failed as a whole, as a reason. */
    reason: z.string().exactOptional(),
  }),
)
export type DryRun = Of<typeof dryRunSchema>

/** What a column of a file can be. */
export const cueFields = ['id', 'kind', 'title', 'at', 'duration', 'linked', 'note', 'colour', 'skip'] as const
export type CueField = (typeof cueFields)[number]

/** What is wrong in a row, for people who map columns; the rest of the row is taken. */
export const rowProblems = [
  'at',
  'duration',
  'colour',
  'kind',
  'linked',
  'skip',
  'id_twice',
  'id',
  'too_long',
  'lost',
] as const
export type RowProblem = (typeof rowProblems)[number]

export const rundownImportPreviewSchema = named('RundownImportPreview', () =>
  z.strictObject({
    headings: z.array(z.string()),
    /** For each column what it is; null for one that is left out. */
    map: z.array(z.enum(cueFields).nullable()),
    delimiter: z.string(),
    rows: z.int(),
    /** The first rows as they stand in the file, to see what a column is; a cell of each column. */
    samples: z.array(z.array(z.string())),
    /** 50 of them, as they would come in: those that change first. None while no column is a title or an id. */
    cues: z.array(
      z.strictObject({
        /** In the file, from 1; the headings are row 1. */
        row: z.int(),
        cue: cueSchema(),
        change: z.enum(['added', 'changed', 'same']),
        /** What it would change, as it is, without its steps: they stay. */
        before: cueSchema().exactOptional(),
        problems: z.array(z.enum(rowProblems)),
      }),
    ),
    /** Over all rows. */
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    /** Rows with a problem, at most 100. */
    problems: z.array(z.strictObject({ row: z.int(), problem: z.enum(rowProblems), text: z.string() })),
  }),
)
export type RundownImportPreview = Of<typeof rundownImportPreviewSchema>
