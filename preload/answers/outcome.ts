// What a record says became of a write. Pure.
import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldProblem } from '#contract/errors.ts'
import type { OperationInfo, Risk } from '#contract/operation.ts'
import { at } from './json.ts'
import { roleField } from './roles.ts'

export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; said?: string; fields?: FieldProblem[]; word?: string }
  | { kind: 'accepted'; word?: string }
  | { kind: 'unclear'; word?: string }

export interface Asked {
  kind: OperationInfo['kind'] | 'write'
  risk: Risk
  sent?: Json | undefined
}

/** What to judge the answers of an operation by. */
export const askedOf = (
  { kind, risk }: Pick<OperationInfo, 'kind' | 'risk' | 'name' | 'path' | 'resource'>,
  more: Pick<Asked, 'sent'> = {},
): Asked => ({ kind, risk, ...more })

const refused = /fail|declin|reject|refus|den(?:y|ied)|error|cancel|void|expire|invalid|unsuccess/
const processing = /pend|queue|process(?!ed)|progress/
const done =
  /succe|complet|paid|done|refunded|ok|approved|captured|finished|processed|active|draft|open|sent|trial|live|saved|placed/

/** For a record that a read found: what its own status says of the write. */
export function recordOutcome(record: JsonObject, { kind, risk }: Asked): Outcome {
  const { field } = roleField([record], 'status', '')
  const word = field === undefined ? undefined : at(record, field)
  if (typeof word !== 'string' || word === '') return { kind: 'done' }
  const text = word.toLowerCase()
  if (done.test(text)) return { kind: 'done' }
  if (refused.test(text)) return { kind: 'refused', word }
  if (processing.test(text)) return risk === 'money' ? { kind: 'accepted', word } : { kind: 'done' }
  return kind === 'act' || risk === 'money' ? { kind: 'unclear', word } : { kind: 'done' }
}
