// Labels and hints of the catalog's schemas are English; in another language of the page they are replaced by its messages.
import { defined } from '#contract/defined.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { hasLate, i18n } from '../i18n.ts'

/** `Name of the camera.` under `nameOfTheCamera`. */
export const schemaKey = (text: string): string =>
  (text.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word, place) =>
      place === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')

const said = (text: string): string => {
  const key = schemaKey(text)
  return hasLate('schema', key) ? i18n.global.t(`schema.${key}`) : text
}

const inWords = (schema: JsonSchema | undefined): JsonSchema | undefined =>
  schema === undefined ? undefined : translated(schema)

/** The operations with the labels and hints of their fields in the language of the page. */
export function operationsInWords(operations: OperationInfo[]): OperationInfo[] {
  // Typed as English alone, whose messages come with the page.
  const { value: language }: { value: string } = i18n.global.locale
  return language === 'en'
    ? operations
    : operations.map((one) => ({ ...one, ...defined({ body: inWords(one.body), suggested: inWords(one.suggested) }) }))
}

function translated(schema: JsonSchema): JsonSchema {
  const { label, hint, properties, items, anyOf } = schema
  return {
    ...schema,
    ...(label === undefined ? {} : { label: said(label) }),
    ...(hint === undefined ? {} : { hint: said(hint) }),
    ...(items === undefined ? {} : { items: translated(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(translated) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, translated(one)])) }),
  }
}
