// Several commands that a person fires as one, such as the start of a broadcast or a cue: taken step by step, each on
// disk before it is taken.
import { z } from 'zod'
import { encoderOperationSchema } from './encoder.ts'
import { factsSchema } from '../errors.ts'
import { namedSchema } from '../live.ts'
import { environmentIdSchema } from '../models.ts'
import { instant, json, named, recordOf, type Of } from '../schema.ts'
import { shownSchema } from '../shown.ts'

/** What a step does. `seen` steps send nothing: they wait until something is observed. */
export const stepActionSchema = named('StepAction', () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('operation'),
      operation: z.string().max(256),
      request: z.strictObject({
        path: recordOf(z.string().max(256), z.string().max(8_192), 64).exactOptional(),
        query: recordOf(z.string().max(256), json(), 256).exactOptional(),
        body: json().exactOptional(),
      }),
    }),
    z.strictObject({
      kind: z.literal('encoder'),
      operation: encoderOperationSchema(),
      scene: z.string().max(512).exactOptional(),
      title: z.string().max(512).exactOptional(),
    }),
    /** Start or stop the event at one destination; main builds the body when the step is taken. */
    z.strictObject({ kind: z.literal('destination'), act: z.enum(['start', 'stop']), record: z.string().max(512) }),
    z.strictObject({ kind: z.literal('mark'), title: z.string().max(512) }),
    /** The person says when it goes on. */
    z.strictObject({ kind: z.literal('wait'), text: z.string().max(4_000) }),
    z.strictObject({ kind: z.literal('seen'), what: z.enum(['sending', 'live', 'notLive', 'notSending']) }),
  ]),
)
export type StepAction = Of<typeof stepActionSchema>

/**
 * `taking` is on disk before anything is sent. `accepted`: the platform took it, and nobody has seen its effect.
 * `seen`: its effect was observed. `contradicted`: something else was observed, or it was refused. `unknown`: nobody can
 * tell. `skipped`: what it wants was so already.
 */
export const stepStates = [
  'planned',
  'taking',
  'waiting',
  'accepted',
  'seen',
  'contradicted',
  'unknown',
  'skipped',
] as const
export const firingStepSchema = named('FiringStep', () =>
  z.strictObject({
    id: z.string(),
    /** Of a record, a scene, a destination; for people. */
    name: z.string(),
    action: stepActionSchema(),
    /** The steps that it depends on: it is taken only once they are over. Without it, all before it. */
    needs: z.array(z.string()).exactOptional(),
    state: z.enum(stepStates),
    /** Grows only after a rejection or a cancellation. */
    attempt: z.int().min(1),
    /** Of the intent that it made, in the ledger. */
    intent: z.string().exactOptional(),
    takenAt: instant().exactOptional(),
    endedAt: instant().exactOptional(),
    /** Why it was contradicted or is unknown, with its facts. */
    reason: z.string().exactOptional(),
    facts: factsSchema().exactOptional(),
  }),
)
export type FiringStep = Of<typeof firingStepSchema>

export const firingKinds = ['start', 'end', 'cue'] as const
export type FiringKind = (typeof firingKinds)[number]

/** `stopped`: a step failed, the clock jumped, nothing moved for 60 s, or the person stopped it. */
export const firingStates = ['running', 'waiting', 'done', 'stopped'] as const
export const firingSchema = named('Firing', () =>
  z.strictObject({
    id: z.string(),
    kind: z.enum(firingKinds),
    environment: environmentIdSchema(),
    /** Of a cue. */
    cue: z.strictObject({ rundown: z.string(), id: z.string(), title: z.string() }).exactOptional(),
    /** What it acts on, whatever is chosen later; absent where there was none. */
    stream: namedSchema().exactOptional(),
    /** The id of the streaming software. */
    encoder: z.string().exactOptional(),
    state: z.enum(firingStates),
    /** Why it was stopped. */
    because: z
      .enum([
        'step_failed',
        'step_unknown',
        'clock_moved',
        'no_progress',
        'by_person',
        'desk_stopped',
        'grant_ended',
        'hold_needed',
      ])
      .exactOptional(),
    /** As they were when it was fired. */
    steps: z.array(firingStepSchema()),
    /** Destinations that may be on air and were not shown when an end was armed, so that it leaves them alone. */
    left: z.array(z.strictObject({ record: z.string(), name: z.string() })).exactOptional(),
    firedAt: instant(),
    endedAt: instant().exactOptional(),
    /** The name of the grant that asked for it. */
    by: z.string().exactOptional(),
  }),
)
export type Firing = Of<typeof firingSchema>

/** What an end left alone and what may be on air since; told until it is seen to be off, or dismissed. */
export const leftOnAirSchema = named('LeftOnAir', () =>
  z.strictObject({
    /** The id of the end. */
    firing: z.string(),
    environment: environmentIdSchema(),
    stream: namedSchema(),
    destinations: z.array(z.strictObject({ record: z.string(), name: z.string() })),
    /** When the end was fired. */
    at: instant(),
  }),
)
export type LeftOnAir = Of<typeof leftOnAirSchema>

/** What a start or an end would do now; in its order, which can be set. */
export const firingPlanSchema = named('FiringPlan', () =>
  z.strictObject({
    kind: z.enum(['start', 'end']),
    environment: environmentIdSchema(),
    steps: z.array(firingStepSchema().pick({ id: true, name: true, action: true, needs: true })),
    /** What it lacks, as reasons. A start is not fired without it; an end is, where any of its steps sends something. */
    missing: z.array(z.string()),
    /** What it would act on. The press returns it. */
    shown: shownSchema(),
  }),
)
export type FiringPlan = Of<typeof firingPlanSchema>

/** Why it can't be fired now: what a start lacks first, and an end only where it has nothing to send. */
export const firingRefusal = ({
  kind,
  steps,
  missing,
}: Pick<FiringPlan, 'kind' | 'steps' | 'missing'>): string | undefined =>
  kind === 'start' || steps.every(({ action }) => action.kind === 'seen') ? missing[0] : undefined

/** How a start and an end go, for each environment. */
export const firingChoicesSchema = named('FiringChoices', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    /** Whether the streaming software is a part of it. */
    withEncoder: z.boolean(),
    /** The scene that a start shows first. */
    startScene: z.string().exactOptional(),
    /** The scene that an end shows first. */
    endScene: z.string().exactOptional(),
    startOrder: z.enum(['encoderFirst', 'platformFirst']),
    endOrder: z.enum(['encoderFirst', 'platformFirst']),
    /** Whether an end also ends the recording. */
    endsRecording: z.boolean(),
  }),
)
export type FiringChoices = Of<typeof firingChoicesSchema>
