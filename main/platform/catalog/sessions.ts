// Operations that open an account: their answers, and whatever looks like a password in their bodies, are secret.
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { isSignInSecretName } from '#contract/secret-names.ts'
import type { CatalogEntry } from './entry.ts'

export const holdsSession = ({ answers }: Pick<CatalogEntry, 'answers'>): boolean => answers === 'session'

const address = /e-?mail(?:_?address)?$/i
const deepest = 64

/** Places that name the record: there a name such as `sessionId` is no secret. */
export const identifierPlaces = ({ record = [] }: Pick<CatalogEntry, 'record'>): readonly string[] =>
  record.flatMap((place) => (place.startsWith('body.') ? [place.slice('body.'.length)] : []))

/**
 * Dotted places of texts for the keychain: the catalog's; for an operation that opens an account also names such as
 * `pwd`, and an address field with a password typed by mistake.
 */
export function secretPlaces(operation: Pick<CatalogEntry, 'answers' | 'secretFields'>, body: Json): readonly string[] {
  const named = operation.secretFields ?? []
  if (!holdsSession(operation)) return named
  const places = new Set(named)

  function walk(value: Json, place: string, name: string, within: boolean): void {
    const secret = within || isSignInSecretName(name)
    if (typeof value === 'string') {
      if (secret || (address.test(name) && !value.includes('@'))) places.add(place)
    } else if (
      typeof value === 'object' &&
      value !== null &&
      place.split('.').length < deepest &&
      !isSecretReference(value)
    ) {
      const isList = Array.isArray(value)
      for (const [key, inner] of Object.entries(value))
        walk(inner, place === '' ? key : `${place}.${key}`, isList ? name : key, secret)
    }
  }

  walk(body, '', '', false)
  return [...places]
}
