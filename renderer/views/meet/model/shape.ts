// What was understood as a file to hand on: names, types and how sure each is. Never a value, a count or a cursor of an answer.
import type { JsonObject } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { isFieldName } from '#answers/field-names.ts'
import type { Understood, UnderstoodField } from '#answers/understand.ts'

export interface Met {
  operation: Pick<OperationInfo, 'key' | 'resource'>
  understood: Understood
}

/** A list that is where lists are, and has nothing in it: nothing is known of its records yet. */
export const isEmptyList = ({ reading }: Understood): boolean => reading.certainty === 'clear' && reading.count === 0

/** The content of the file. A name that is data, such as an identifier used as a key, stands as `*`. */
export function shapeOf(environment: EnvironmentId, met: readonly Met[]): JsonObject {
  return {
    about: 'What was understood of the lists of a platform: names and types, no values.',
    environment,
    resources: met.map(({ operation, understood: { reading, fields, amounts, dates, names } }) => ({
      operation: operation.key,
      resource: operation.resource,
      list: {
        certainty: reading.certainty,
        reason: reading.reason,
        kind: reading.kind,
        at: pathOf(reading.at),
        wrapper: reading.wrapper.map(nameOf),
        keyed: reading.keyed,
        complete: reading.complete,
        others: reading.others.map(pathOf),
      },
      fields: Object.fromEntries(Object.entries(fields).map(([role, field]) => [role, fieldOf(field)])),
      amounts: amounts.map((amount) => ({
        ...fieldOf(amount),
        ...(amount.unit === undefined ? {} : { unit: amount.unit }),
      })),
      dates: dates.map(fieldOf),
      names: names.filter(({ name }) => isFieldName(name)).map(({ name, types }) => ({ name, types })),
      otherNames: names.filter(({ name }) => !isFieldName(name)).length,
    })),
  }
}

const nameOf = (name: string): string => (isFieldName(name) ? name : '*')
const pathOf = (path: string): string =>
  path === ''
    ? ''
    : path
        .split('.')
        .map((name) => (/^\d{1,3}$/.test(name) ? name : nameOf(name)))
        .join('.')

function fieldOf({ certainty, reason, field, candidates }: UnderstoodField): JsonObject {
  return {
    certainty,
    reason,
    ...(field === undefined ? {} : { field: pathOf(field) }),
    candidates: candidates.map(nameOf),
  }
}
