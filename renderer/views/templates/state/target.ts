// What a draft is for: a new template, or the next version of one that the platform has. Pure.
import type { DraftContent } from '#contract/draft.ts'
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { operations } from './operations.ts'
import { templatesIn } from './records.ts'

/** The fields of a template (specification, section 2.5). */
export const templateFields = [
  'workspaceId',
  'name',
  'description',
  'category',
  'subject',
  'htmlContent',
  'textContent',
  'variables',
  'tags',
  'previewText',
  'fromName',
  'fromEmail',
  'replyTo',
] as const

export interface Target {
  /** The platform's identifier of the template; undefined for one that is to be created. */
  recordId: string | undefined
  /** Where that template is; undefined: wherever is selected when it is sent. */
  environment: EnvironmentId | undefined
  /** The platform's copy that this draft started from. */
  base: JsonObject | undefined
  /** Fields of the base that hold something a template has no place for; they are left alone. */
  unread: string[]
  /** The confirmed sending that base and identifier come from. */
  adopted: string | undefined
}

export const newTarget: Target = {
  recordId: undefined,
  environment: undefined,
  base: undefined,
  unread: [],
  adopted: undefined,
}

/** What the body is told of the base: a field that could not be read (`false`) must not arrive as emptied. */
export function outlineFor({ base, unread }: Target): JsonObject | undefined {
  return base === undefined
    ? undefined
    : Object.fromEntries([...Object.entries(base), ...unread.map((name): [string, Json] => [name, false])])
}

export const operationOf = ({ recordId }: Target): string =>
  recordId === undefined ? operations.create : operations.update

/** The fields of a template in a record, nothing else. */
export function fieldsOf(record: Json | undefined): JsonObject {
  if (!isObject(record)) return {}
  return Object.fromEntries(
    templateFields.flatMap((name): Array<[string, Json]> => (record[name] === undefined ? [] : [[name, record[name]]])),
  )
}

/** The platform's copy as it is compared with mine: what is masked in it is not known to differ, so that mine stands there. */
export function shownCopy(copy: JsonObject, mine: Json): JsonObject {
  const own = fieldsOf(mine)
  return Object.fromEntries(
    Object.entries(copy).flatMap(([name, value]): Array<[string, Json]> => {
      const shown = isMaskedField(name, value) ? own[name] : value
      return shown === undefined ? [] : [[name, shown]]
    }),
  )
}

export function targetOf(content: DraftContent): Target {
  const { body, base, environment, extra } = content
  const id = content.operation === operations.update && isObject(body) ? body.id : undefined
  return {
    recordId: typeof id === 'string' || typeof id === 'number' ? String(id) : undefined,
    environment,
    base: isObject(base) ? base : undefined,
    unread: Array.isArray(extra.unread) ? extra.unread.filter((name) => typeof name === 'string') : [],
    adopted: typeof extra.adopted === 'string' ? extra.adopted : undefined,
  }
}

/** What a confirmed sending makes of the target; the same object where it says nothing new. */
export function adopt(target: Target, intent: Intent): Target {
  if (intent.state !== 'confirmed' || target.adopted === intent.id) return target
  const recordId = target.recordId ?? templatesIn(intent.answer ?? null)[0]?.id
  if (recordId === undefined) return { ...target, adopted: intent.id }
  return {
    recordId,
    environment: intent.environment,
    base: { ...target.base, ...fieldsOf(intent.request.body) },
    unread: target.unread,
    adopted: intent.id,
  }
}

/** Whether two bodies ask for the same template; the identifier does not count, nor does a field that is empty in one and missing in the other. */
export function sameTemplate(a: Json | undefined, b: Json | undefined): boolean {
  const left = fieldsOf(a)
  const right = fieldsOf(b)
  return templateFields.every((name) => JSON.stringify(filled(left[name])) === JSON.stringify(filled(right[name])))
}

const filled = (value: Json | undefined): Json | undefined =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
