// What the resources of the view share: requests that name a record and values that an edit starts with.
import type { Json, JsonObject } from '#contract/json.ts'
import { scalarText, valueIn } from '#answers/roles.ts'
import type { RequestParts } from '../../../resources/types.ts'

/** A request that names the record under its own name, and carries these of its fields so that they can be edited. */
export function naming(
  name: string,
  ...kept: readonly string[]
): (record: JsonObject | undefined, id: string | undefined) => RequestParts {
  return (record, id) => {
    const values = kept.flatMap((field): Array<[string, Json]> => {
      const value = record?.[field]
      return value === undefined || value === null ? [] : [[field, value]]
    })
    return { body: { ...(id === undefined ? {} : { [name]: id }), ...Object.fromEntries(values) } }
  }
}

/** Whether a record's status is one of these words. */
export function hasStatus(record: JsonObject, resource: string, ...words: readonly string[]): boolean {
  const status = scalarText(valueIn(record, 'status', resource))?.toLowerCase()
  return status !== undefined && words.includes(status)
}
