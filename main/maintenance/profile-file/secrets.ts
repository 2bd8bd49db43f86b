// Null replaces secrets and references in the file, and their places are listed. An import puts this desk's secret
// there, or a reference that no keychain knows: then sending is refused as `secret_missing`.
import { createHash } from 'node:crypto'
import type { Json } from '#contract/json.ts'
import { isSecretReference, type SecretReference } from '#contract/operation.ts'
import { isSecretName } from '../../core/keychain/redact.ts'

/** The desk makes nothing deeper. */
const deepest = 1_000

/** The same value where it has no secrets. */
export function withoutSecrets(value: Json): { value: Json; places: string[] } {
  const places: string[] = []
  return { value: strip(value, '', false, 0, places), places }
}

function strip(value: Json, path: string, named: boolean, depth: number, places: string[]): Json {
  if (isSecretReference(value) || (named && typeof value === 'string' && value !== '') || depth > deepest) {
    places.push(path)
    return null
  }
  if (typeof value !== 'object' || value === null) return value
  const before = places.length
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    strip(
      item,
      path === '' ? key : `${path}.${key}`,
      Array.isArray(value) ? named : isSecretName(key),
      depth + 1,
      places,
    ),
  ])
  if (places.length === before) return value
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

/** A copy with references in the places of null. */
export function withSecrets<T extends Json>(
  value: T,
  places: readonly string[],
  secretOf: (place: string) => SecretReference,
): T {
  if (places.length === 0) return value
  const copy = structuredClone(value)
  for (const place of places) {
    const steps = place.split('.')
    const last = steps.pop() ?? ''
    const parent = at(copy, steps)
    if (isContainer(parent) && Object.hasOwn(parent, last) && parent[last] === null)
      parent[last] = { ...secretOf(place) }
  }
  return copy
}

export function referenceAt(value: Json, place: string): SecretReference | undefined {
  const found = at(value, place.split('.'))
  return isSecretReference(found) ? found : undefined
}

/** Looks like a reference of the vault, and no keychain knows it. */
export function missingReference(owner: string, place: string): SecretReference {
  const field = place.replaceAll(/[^\w.-]/g, '_').slice(-64) || 'value'
  return { $secret: `moved/${owner}/${field}/${createHash('sha256').update(place).digest('base64url').slice(0, 16)}` }
}

function at(value: Json, steps: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const step of steps) {
    if (!isContainer(found) || !Object.hasOwn(found, step)) return undefined
    found = found[step]
  }
  return found
}

const isContainer = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null
