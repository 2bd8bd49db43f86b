import { defined } from '#contract/defined.ts'
import { isObject } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { ActionOf, ActionSpec } from '../resources/types.ts'
import { schemasOf } from './useFormSchema.ts'
import { fieldsIn } from './infer-fields.ts'

/** Where the specification shows no fields: the learned ones, else the usual, and for an update those of the record. */
export async function prepareAction(
  action: ActionSpec,
  of: ActionOf,
  entry: OperationInfo | undefined,
  learned: (operation: string) => Promise<LearnedForm | null>,
): Promise<ActionSpec> {
  if (entry === undefined || entry.body !== undefined || action.fields !== undefined) return action
  const { body, query } = schemasOf(entry, await learned(entry.key).catch(() => null))
  const started = entry.kind === 'update' ? action.start?.(of.record, of.id).body : undefined
  const schema = isObject(started) ? fieldsIn(started, body) : body
  return {
    ...action,
    ...defined({ schema, querySchema: query }),
  }
}
