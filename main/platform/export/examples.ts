import type { Json, JsonSchema } from '#contract/json.ts'

const byName: Readonly<Record<string, Json>> = {
  limit: 20,
  offset: 0,
  quantity: 1,
  amount: 1_000,
  currency: 'EUR',
  status: 'active',
  query: 'words to look for',
  name: 'Evening show',
  device: 'Studio computer',
}
const byFormat: Readonly<Record<string, Json>> = { email: 'person@example.org', date: '2026-01-31' }

/** Made up, from the field's name and type alone; undefined for what holds other fields. */
export function exampleOf(name: string, { type, format }: JsonSchema): Json | undefined {
  if (Object.hasOwn(byName, name)) return byName[name]
  if (format !== undefined && Object.hasOwn(byFormat, format)) return byFormat[format]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type !== 'string') return undefined
  return /id$/i.test(name) ? 'an-identifier' : 'text'
}
