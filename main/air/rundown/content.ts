// A rundown's content as JSON with its fields in one order, so that equal contents are equal texts.
import { DeskError } from '#contract/errors.ts'
import type { StepAction } from '#contract/air/firing.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { Cue, CueStep, RundownContent, RundownHead } from '#contract/air/rundown.ts'
import { defined } from '#contract/defined.ts'
import { holdsReference } from '../../platform/ledger/identity.ts'
import { baseFrom } from '../../writing/revisions/tables.ts'
import type { BaseHead, Kind } from '../../writing/revisions/types.ts'
import type { SqlValue } from '../../core/storage/types.ts'

export interface Head extends BaseHead {
  environment: EnvironmentId
  template: boolean
  title: string
  count: number
  durationMs: number
}

/** Throws `invalid_input` where two cues, or two steps of a cue, have the same id. */
export function contentOf({ title, environment, template, cues }: RundownContent): RundownContent {
  refuseTwice(cues, 'cues')
  return { title, environment, template, cues: cues.map(cueOf) }
}

function cueOf({ id, kind, title, note, colour, at, durationMs, linked, skip, steps }: Cue, place: number): Cue {
  refuseTwice(steps, `cues.${place}.steps`)
  const parts = { id, kind, title, note, colour, ...defined({ at, durationMs }), linked, skip }
  // Only a cue is fired.
  return { ...parts, steps: kind === 'cue' ? steps.map(stepOf) : [] }
}

const stepOf = ({ id, name, action }: CueStep): CueStep => ({ id, name, action })

function refuseTwice(all: ReadonlyArray<{ id: string }>, place: string): void {
  const seen = new Set<string>()
  for (const [at, { id }] of all.entries()) {
    if (seen.has(id))
      throw new DeskError('invalid_input', `The id ${id} is there twice.`, {
        facts: { reason: 'cue_twice', id },
        fields: [{ path: `${place}.${at}.id`, message: 'This id is there already', reason: 'duplicate' }],
      })
    seen.add(id)
  }
}

export const playable = (cues: readonly Cue[]): Cue[] => cues.filter(({ kind, skip }) => kind === 'cue' && !skip)

export type OperationAction = Extract<StepAction, { kind: 'operation' }>
export const isOperation = (step: CueStep): step is CueStep & { action: OperationAction } =>
  step.action.kind === 'operation'

export const durationOf = (cues: readonly Cue[]): number =>
  playable(cues).reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)

export const headFrom = (row: Record<string, SqlValue>): Head => ({
  ...baseFrom(row),
  environment: String(row.environment) as EnvironmentId,
  template: row.template === 1,
  title: String(row.title),
  count: Number(row.count),
  durationMs: Number(row.duration_ms),
})

export const shownHead = ({ removedAt, removedBy, ...head }: Head): RundownHead => ({
  ...{ id: head.id, title: head.title, environment: head.environment, template: head.template },
  ...{ revision: head.revision, createdAt: head.createdAt, updatedAt: head.updatedAt },
  ...{ count: head.count, durationMs: head.durationMs },
  ...defined({ removedAt, removedBy }),
})

export const rundownKind: Kind<RundownContent, Head> = {
  tables: { heads: 'rundowns', saves: 'rundown_saves', revisions: 'rundown_revisions' },
  columns: ['environment', 'template', 'title', 'count', 'duration_ms'],
  values: ({ environment, template, title, cues }) => [
    environment,
    template ? 1 : 0,
    title,
    playable(cues).length,
    durationOf(cues),
  ],
  initial: {},
  headFrom,
  titleOf: ({ title }) => title,
  textOf: (content) => JSON.stringify(content),
  contentFrom: (text) => JSON.parse(text) as RundownContent,
  holdsReference: ({ cues }) =>
    cues.some(({ steps }) => steps.some((step) => isOperation(step) && holdsReference(step.action.request.body))),
}

/** The content with other bodies in its steps; the same object where none differs. */
export async function withBodies(
  content: RundownContent,
  change: (body: Json, step: CueStep & { action: OperationAction }, cue: Cue, place: string) => Json | Promise<Json>,
): Promise<RundownContent> {
  let isOther = false
  const cues: Cue[] = []
  for (const [at, cue] of content.cues.entries()) {
    const steps: CueStep[] = []
    for (const [number, step] of cue.steps.entries()) {
      const before = isOperation(step) ? step.action.request.body : undefined
      if (before === undefined || !isOperation(step)) {
        steps.push(step)
        continue
      }
      const body = await change(before, step, cue, `cues.${at}.steps.${number}.action.request.body`)
      isOther ||= body !== before
      steps.push({ ...step, action: { ...step.action, request: { ...step.action.request, body } } })
    }
    cues.push({ ...cue, steps })
  }
  return isOther ? { ...content, cues } : content
}

/** References to secrets as null. */
export function withoutReferences(value: Json): Json {
  if (isSecretReference(value)) return null
  if (Array.isArray(value)) return value.map(withoutReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutReferences(part)]))
}
