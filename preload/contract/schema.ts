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

/** ISO 8601 in UTC. */
export const instant = (): z.ZodISODateTime => z.iso.datetime()

export const json: () => z.ZodType<Json, Json> = named('Json', () => {
  const value = z.json()
  return z.custom<Json>((given) => value.safeParse(given).success)
})

export const jsonObject = (): z.ZodType<JsonObject, JsonObject> => z.record(z.string(), json())

/** Only that it is an object is checked. */
export const jsonSchema = (): z.ZodType<JsonSchema, JsonSchema> => z.record(z.string(), z.unknown())
