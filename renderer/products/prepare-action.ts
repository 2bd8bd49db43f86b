import { isObject } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { ActionOf, ActionSpec } from '../resources/types.ts'
import { schemasOf } from './useFormSchema.ts'
import { fieldsIn } from './infer-fields.ts'

/**
 * An action with the fields that are known of its operation where the specification shows none: learned ones, else the usual, and for an
 * update those that the record has.
 */
export async function prepareAction(
  action: ActionSpec,
  of: ActionOf,
  entry: OperationInfo | undefined,
  learned: (operation: string) => Promise<LearnedForm | null>,
): Promise<ActionSpec> {
  if (entry === undefined || entry.body !== undefined || action.fields !== undefined) return action
  // What can't be read now is left out: the JSON takes everything.
  const { body, query } = schemasOf(entry, await learned(entry.key).catch(() => null))
  const started = entry.kind === 'update' ? action.start?.(of.record, of.id).body : undefined
  const schema = isObject(started) ? fieldsIn(started, body) : body
  return {
    ...action,
    ...(schema === undefined ? {} : { schema }),
    ...(query === undefined ? {} : { querySchema: query }),
  }
}
