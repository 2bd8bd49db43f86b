import type { DraftContent } from '#contract/draft.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { templateFields } from './body.ts'
import { operations } from './operations.ts'
import { templatesIn } from './records.ts'

/** What a draft is for: a new template, or the next version of one on the platform. */
export interface Target {
  /** The platform's identifier of the template; undefined for a new one. */
  recordId: string | undefined
  /** Where that template is; undefined means the environment selected when it is sent. */
  environment: EnvironmentId | undefined
  /** The platform's copy that this draft started from. */
  base: JsonObject | undefined
  /** Fields of the base with content that the editor can't show; they are not changed. */
  unread: string[]
  /** The confirmed intent that base and identifier come from. */
  adopted: string | undefined
}

export const newTarget: Target = {
  recordId: undefined,
  environment: undefined,
  base: undefined,
  unread: [],
  adopted: undefined,
}

/** The base for the body: `false` marks a field that could not be read, so that it is not emptied. */
export function outlineFor({ base, unread }: Target): JsonObject | undefined {
  return base === undefined
    ? undefined
    : Object.fromEntries([...Object.entries(base), ...unread.map((name): [string, Json] => [name, false])])
}

export const operationOf = ({ recordId }: Target): string =>
  recordId === undefined ? operations.create : operations.update

export function fieldsOf(record: Json | undefined): JsonObject {
  if (!isObject(record)) return {}
  return Object.fromEntries(
    templateFields.flatMap((name): Array<[string, Json]> => (record[name] === undefined ? [] : [[name, record[name]]])),
  )
}

/** The platform's copy for a comparison with mine: masked values are not known to differ, so mine take their place. */
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

/** The target after an intent; the same object where nothing changes. */
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

/** Whether two bodies are the same template; identifiers do not count, and an empty field equals a missing one. */
export function sameTemplate(a: Json | undefined, b: Json | undefined): boolean {
  const left = fieldsOf(a)
  const right = fieldsOf(b)
  return templateFields.every((name) => JSON.stringify(filled(left[name])) === JSON.stringify(filled(right[name])))
}

const filled = (value: Json | undefined): Json | undefined =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
