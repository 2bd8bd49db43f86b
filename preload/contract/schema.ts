// Schemas are functions: outputs are never checked at run time, so nothing is built at the start.
import { z } from 'zod'
import type { JsonObject, Json, JsonSchema } from './json.ts'

/** A schema that is built, once, when it is first asked for. Under `id` it stands in the API's document. */
/* @__NO_SIDE_EFFECTS__ */
export function named<S extends z.ZodType>(id: string, build: () => S): () => S {
  let built: S | undefined
  return () => (built ??= build().meta({ id }))
}

export type Of<S extends () => z.ZodType> = z.output<ReturnType<S>>

/** A record of an input: `most` names. Their count is compared before anything in it is read (main/core/json/bounded.ts). */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<K extends z.core.$ZodRecordKey, V extends z.core.SomeType>(
  key: K,
  value: V,
  most: number,
): z.ZodRecord<K, V> {
  return z.record(key, value).meta({ maxProperties: most })
}

/** Undefined for a schema that says none. */
export function mostRecordKeys(schema: z.core.$ZodType): number | undefined {
  const most = z.globalRegistry.get(schema)?.maxProperties
  return typeof most === 'number' ? most : undefined
}

/** ISO 8601 in UTC. */
export const instant = (): z.ZodISODateTime => z.iso.datetime()

export const json: () => z.ZodType<Json, Json> = named('Json', () => {
  const value = z.json()
  return z.custom<Json>((given) => value.safeParse(given).success)
})

export const jsonObject = (): z.ZodType<JsonObject, JsonObject> => z.record(z.string(), json())

/** Only that it is an object is checked. */
export const jsonSchema = (): z.ZodType<JsonSchema, JsonSchema> => z.record(z.string(), z.unknown())
