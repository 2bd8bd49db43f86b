import type { JsonObject, JsonSchema } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import { plain } from '#answers/roles.ts'
import { names } from './identifiers.ts'

const written = /^(id|uuid|(created|updated|modified|changed|deleted)(at|on|by|date|time)?|requestid|version|revision)$/

/** The fields of a record that an update starts with: none that the platform writes, none empty, masked or missing in a known body. */
export function writable(record: JsonObject | undefined, resource: string, schema: JsonSchema | undefined): JsonObject {
  const known = schema?.properties
  return Object.fromEntries(
    Object.entries(record ?? {}).filter(([name, value]) => {
      if (value === null || value === '' || isMaskedField(name, value)) return false
      if (known !== undefined && !Object.hasOwn(known, name)) return false
      return !names(name, resource) && !written.test(plain(name))
    }),
  )
}
