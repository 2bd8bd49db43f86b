// Puts secrets into a body right before it is sent, and placeholders into the body that is only shown.
import type { Json } from '#contract/json.ts'
import { isSecretName } from '../../keychain/secret-names.ts'
import { asItWas } from '../../keychain/secrets-in-body.ts'
import { replaceAt } from './body.ts'
import type { BodyReference } from './body.ts'

/** The body with the values behind its references; only the ways to them are copied. */
export async function resolveSecrets(
  body: Json,
  references: readonly BodyReference[],
  secret: (reference: string, path: string) => Promise<string>,
): Promise<Json> {
  let resolved = body
  for (const { place, dotted, reference } of references) resolved = replaceAt(resolved, place, asItWas(reference, await secret(reference, dotted)))
  return resolved
}

/** The body with `<STREAM_KEY>` and the like in place of references and of text in credential fields. */
export function maskSecrets(body: Json, references: readonly BodyReference[], secretFields: readonly string[], identifiers: readonly string[] = []): Json {
  const places = new Set([...secretFields, ...references.map(({ dotted }) => dotted)])
  const mask = (value: Json, name: string, dotted: string): Json => {
    const secret = places.has(dotted) || (isSecretName(name) && !identifiers.includes(dotted))
    if (secret && (references.some((reference) => reference.dotted === dotted) || (typeof value === 'string' && value !== ''))) return placeholder(name)
    if (Array.isArray(value)) return value.map((inner, index) => mask(inner, name, join(dotted, String(index))))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner, key, join(dotted, key))]))
  }
  return mask(body, '', '')
}

/** `streamKey` becomes `<STREAM_KEY>`. */
export function placeholder(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_').toUpperCase()
  return `<${words === '' ? 'SECRET' : words}>`
}

function join(dotted: string, key: string): string {
  return dotted === '' ? key : `${dotted}.${key}`
}
