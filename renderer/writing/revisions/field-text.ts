import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { secretNames } from '../draft/draft-content.ts'

/** A value as text, a credential masked. */
export function fieldText(path: readonly string[], value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value !== '' && secretNames.has(path.at(-1) ?? '') ? mask : value
  if (Array.isArray(value) && path[0] === 'tags') return value.map(String).join(', ')
  return JSON.stringify(value, null, 2)
}

export function isLongText(text: string): boolean {
  return text.length > 80 || text.includes('\n')
}
