// Operations that open an account: what they answer is a secret wherever it stands, and so is whatever in their bodies looks like a password.
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { CatalogEntry } from './entry.ts'

/** Whether the answer may hold a session: then it is neither kept, logged nor shown as it came. */
export const holdsSession = ({ answers }: Pick<CatalogEntry, 'answers'>): boolean => answers === 'session'

/** Names under which passwords and one-time codes travel beside the plain ones; wide on purpose, since no public text is meant here. */
const opening = /pass|pwd|^pw$|secret|token|jwt|cred|code|otp|pin$|key$|phrase|answer/i
const deepest = 64

/**
 * Dotted places of the texts in a body that belong into the keychain: the catalog's, and of an operation that opens an account every text under a
 * name such as `pwd`, and what stands in a suggested field and is not of its kind: a password typed into the line of the address.
 */
export function secretPlaces(operation: Pick<CatalogEntry, 'answers' | 'suggested' | 'secretFields'>, body: Json): readonly string[] {
  const named = operation.secretFields ?? []
  if (!holdsSession(operation)) return named
  const places = new Set(named)
  const shape = operation.suggested instanceof z.ZodObject ? (operation.suggested.shape as Record<string, z.ZodType>) : {}

  function walk(value: Json, place: string, secret: boolean, depth: number): void {
    if (typeof value === 'string') {
      const schema = Object.hasOwn(shape, place) ? shape[place] : undefined
      if (secret || schema?.safeParse(value).success === false) places.add(place)
    } else if (typeof value === 'object' && value !== null && depth < deepest && !isSecretReference(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, place === '' ? name : `${place}.${name}`, secret || (!Array.isArray(value) && opening.test(name)), depth + 1)
    }
  }

  walk(body, '', false, 0)
  return [...places]
}
