// Masks secrets in whatever is stored, logged or shown: by the name of the field, and by value wherever a known secret turns up.
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { createMatcher } from './matcher.ts'
import type { Matcher } from './matcher.ts'
import { isSecretName } from './secret-names.ts'
import type { Redactor } from './types.ts'
import { formsOf } from './value-forms.ts'

export { isSecretName } from './secret-names.ts'

/** Nothing that a person reads nests this deep; what does is masked whole, so that no walk runs out of stack. */
const deepest = 1_000
const mostFields = 4_096

/** A redactor that also tells, without a copy, whether a text holds a known secret. */
export interface ValueRedactor extends Redactor {
  holds: (text: string) => boolean
  /** The same for a field's name; plain words pass, since a careless secret such as `status` must not unname every answer. */
  holdsInName: (name: string) => boolean
  /** Everything that is masked by value now, for another redactor; and a number that changes with it. */
  values: () => string[]
  version: () => number
}

const plainWord = /^[A-Za-z]{1,24}$/

export function createRedactor(): ValueRedactor {
  /** How often each value was taught; it is known until it was forgotten as often. */
  const taught = new Map<string, number>()
  let matcher: Matcher | undefined
  let version = 0
  const fields = new Map<string, { name: string; secret: boolean }>()
  const changed = () => {
    version += 1
    matcher = undefined
    fields.clear()
  }
  const current = () => (matcher ??= createMatcher([...new Set([...taught.keys()].flatMap(formsOf))]))

  function text(value: string): string {
    const spans = current().spans(value)
    if (spans.length === 0) return value
    let masked = ''
    let from = 0
    for (const { start, end } of spans) {
      masked += value.slice(from, start) + mask
      from = end
    }
    masked += value.slice(from)
    return current().holds(masked) ? mask : masked
  }

  /** What is known of a field's name, kept since the same names come again with every record. */
  function field(key: string): { name: string; secret: boolean } {
    const known = fields.get(key)
    if (known !== undefined) return known
    if (fields.size >= mostFields) fields.clear()
    const answer = { name: plainWord.test(key) ? key : text(key), secret: isSecretName(key) }
    fields.set(key, answer)
    return answer
  }

  const string = (value: string, secret: boolean) => (secret && value !== '' ? mask : text(value))

  function walk(value: Json, secret: boolean, depth: number): Json {
    if (typeof value === 'string') return string(value, secret)
    if (value === null || typeof value !== 'object') return value
    if (depth > deepest) return mask
    if (Array.isArray(value)) {
      let copy: Json[] | undefined
      for (let at = 0; at < value.length; at += 1) {
        const item = value[at] ?? null
        const masked = walk(item, secret, depth + 1)
        if (masked !== item) (copy ??= value.slice())[at] = masked
      }
      return copy ?? value
    }
    let changed: Map<string, [string, Json]> | undefined
    for (const key in value) {
      const item = value[key] ?? null
      const { name, secret: named } = field(key)
      const masked = walk(item, named && (typeof item === 'string' || Array.isArray(item)), depth + 1)
      if (masked !== item || name !== key) (changed ??= new Map()).set(key, [name, masked])
    }
    if (changed === undefined) return value
    const changes = changed
    return Object.fromEntries(Object.entries(value).map(([key, item]) => changes.get(key) ?? [key, item]))
  }

  function find(value: Json, path: string, depth: number, found: string[]): void {
    if (typeof value === 'string') {
      if (current().holds(value)) found.push(path)
    } else if (value !== null && typeof value === 'object' && depth <= deepest) {
      for (const [key, item] of Object.entries(value)) find(item, path === '' ? key : `${path}.${key}`, depth + 1, found)
    }
  }

  return {
    learn(value) {
      if (value === mask) return
      const times = taught.get(value) ?? 0
      taught.set(value, times + 1)
      if (times === 0) changed()
    },
    forget(value) {
      if (value === mask) return
      const times = taught.get(value) ?? 0
      if (times > 1) taught.set(value, times - 1)
      else if (taught.delete(value)) changed()
    },
    json: (value) => walk(value, false, 0),
    text,
    values: () => [...taught.keys()],
    version: () => version,
    holds: (value) => current().holds(value),
    holdsInName: (name) => !plainWord.test(name) && current().holds(name),
    find(value) {
      const found: string[] = []
      find(value, '', 0, found)
      return found
    },
  }
}
