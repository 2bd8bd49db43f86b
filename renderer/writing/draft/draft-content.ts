import type { Draft, DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { profileSecretFields } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'

export function emptyContent(operation: string): DraftContent {
  return { operation, title: '', path: {}, query: {}, body: null, notes: '', tags: [], extra: {}, base: null }
}

export function contentOf(draft: Draft | DraftContent): DraftContent {
  const { operation, title, path, query, body, notes, tags, environment, extra, base } = draft
  return {
    operation,
    title,
    path,
    query,
    body,
    notes,
    tags,
    ...(environment === undefined ? {} : { environment }),
    extra,
    base,
  }
}

export function withPlaceOf<T>(value: T, other: unknown, place: string): T {
  const [key = '', ...keys] = place.split('.')
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof other !== 'object' ||
    other === null ||
    !Object.hasOwn(other, key)
  )
    return value
  const [own, theirs] = [(value as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]]
  const next = keys.length === 0 ? theirs : withPlaceOf(own, theirs, keys.join('.'))
  return (
    Array.isArray(value)
      ? value.map((item: unknown, at) => (String(at) === key ? next : item))
      : { ...value, [key]: next }
  ) as T
}

/** Whether two values are the same JSON; the order of keys does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameJson(item, b[index]))
    )
  const left = Object.entries(a).filter(([, value]) => value !== undefined)
  const right = new Map<string, unknown>(Object.entries(b).filter(([, value]) => value !== undefined))
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)))
}

/**
 * `now` with the references that replaced secrets in `saved`, wherever `now` still has what was `sent`. Answers `now`
 * itself where nothing changes.
 */
export function adoptReferences(now: Json, sent: Json, saved: Json): Json {
  if (isSecretReference(saved)) return !isSecretReference(sent) && sameJson(now, sent) ? saved : now
  if (
    typeof now !== 'object' ||
    typeof sent !== 'object' ||
    typeof saved !== 'object' ||
    now === null ||
    sent === null ||
    saved === null
  )
    return now
  if (Array.isArray(now) || Array.isArray(sent) || Array.isArray(saved)) {
    if (!Array.isArray(now) || !Array.isArray(sent) || !Array.isArray(saved)) return now
    const list = now.map((item, index) => adoptReferences(item, sent[index] ?? null, saved[index] ?? null))
    return list.every((item, index) => item === now[index]) ? now : list
  }
  const entries = Object.entries(now).map(([key, item]): [string, Json] => [
    key,
    adoptReferences(item, sent[key] ?? null, saved[key] ?? null),
  ])
  return entries.every(([key, item]) => item === now[key]) ? now : Object.fromEntries(entries)
}

export const secretNames: ReadonlySet<string> = new Set(profileSecretFields)

/** A draft as text to copy, credentials masked. */
export function contentText(content: DraftContent): string {
  return JSON.stringify(
    contentOf(content),
    (key, value: unknown) => (secretNames.has(key) && typeof value === 'string' && value !== '' ? mask : value),
    2,
  )
}
