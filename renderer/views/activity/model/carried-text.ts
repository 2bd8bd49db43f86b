import { isSecretReference } from '#contract/operation.ts'
import { holdsMask } from '#contract/masked.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'

const mostFields = 3
const mostChars = 80
const speaking = /^(title|name|subject|label|headline)$/i

/** The first text fields of a request in one line, those that name it first; empty where there are none. */
export function carriedText({ body, path }: Intent['request']): string {
  const fields = [...textsIn(body ?? null, 2), ...Object.entries(path ?? {})]
  const naming = fields.filter(([name]) => speaking.test(name))
  const rest = fields.filter(([name]) => !speaking.test(name))
  return [...naming, ...rest]
    .slice(0, mostFields)
    .map(([, text]) => cut(text))
    .join(' · ')
}

function textsIn(value: Json, depth: number): Array<[name: string, text: string]> {
  if (value === null || typeof value !== 'object' || depth === 0 || isSecretReference(value)) return []
  return Object.entries(value).flatMap(([name, inner]): Array<[string, string]> => {
    if (typeof inner !== 'string') return textsIn(inner, depth - 1)
    return inner.trim() === '' || /^\*+$|^\s*</.test(inner) || holdsMask(inner) ? [] : [[name, inner]]
  })
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > mostChars ? `${line.slice(0, mostChars - 1).trimEnd()}…` : line
}
