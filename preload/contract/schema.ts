// How the contract writes its schemas. What the product answers is never checked at run time, so the schema of a record is a function:
// nothing is built at the start, and a page that needs a constant or a type from the same file loads none of it.
import { z } from 'zod'
import type { JsonObject, Json, JsonSchema } from './json.ts'

/** A schema that is built, once, when it is first asked for. Under `id` it stands in the API's document. */
/* @__NO_SIDE_EFFECTS__ */
export function named<S extends z.ZodType>(id: string, build: () => S): () => S {
  let built: S | undefined
  return () => (built ??= build().meta({ id }))
}

/** The TypeScript type of what a schema lets through. */
export type Of<S extends () => z.ZodType> = z.output<ReturnType<S>>

/** An instant in UTC, ISO 8601. */
export const instant = (): z.ZodISODateTime => z.iso.datetime()

/** Any JSON value. */
export const json: () => z.ZodType<Json, Json> = named('Json', () => {
  const value = z.json()
  return z.custom<Json>((given) => value.safeParse(given).success)
})

/** Any JSON object. */
export const jsonObject = (): z.ZodType<JsonObject, JsonObject> => z.record(z.string(), json())

/** A JSON Schema; only that it is an object is checked. */
export const jsonSchema = (): z.ZodType<JsonSchema, JsonSchema> => z.record(z.string(), z.unknown())
