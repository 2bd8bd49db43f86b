// Puts secrets into a body right before it is sent, and placeholders into a preview.
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Operation } from '../catalog/entry.ts'
import { isSecretName } from '../../core/keychain/secret-names.ts'
import { asItWas } from '../../core/keychain/secrets-in-body.ts'
import { removeAt, replaceAt, valueAt, type BodyReference } from './body.ts'

/** Errors of a secret that may be left out. */
const unavailableCodes: ReadonlySet<ErrorCode> = new Set([
  'secret_missing',
  'keychain_locked',
  'keychain_denied',
  'keychain_unavailable',
])

export interface Resolved {
  body: Json
  leftOut: string[]
}

/** Whether a body may go without missing secrets: it stops or pauses something. */
export function sparesSecrets({ sparesSecrets: flags = [] }: Pick<Operation, 'sparesSecrets'>, body: Json): boolean {
  return flags.some((flag) => valueAt(body, flag.split('.')) === true)
}

/** `spare` leaves out the secrets that can't be read. */
export async function resolveSecrets(
  body: Json,
  references: readonly BodyReference[],
  secret: (reference: string, path: string) => Promise<string>,
  spare = false,
): Promise<Resolved> {
  let resolved = body
  let refused = false
  const leftOut: string[] = []
  for (const { place, dotted, reference } of references) {
    try {
      // A keychain that refused once is not asked again: each try may take seconds.
      resolved = refused
        ? removeAt(resolved, place)
        : replaceAt(resolved, place, asItWas(reference, await secret(reference, dotted)))
      if (refused) leftOut.push(dotted)
    } catch (error) {
      if (!spare || !(error instanceof DeskError) || !unavailableCodes.has(error.code)) throw error
      refused = error.code !== 'secret_missing'
      resolved = removeAt(resolved, place)
      leftOut.push(dotted)
    }
  }
  return { body: resolved, leftOut }
}

export function maskSecrets(
  body: Json,
  references: readonly BodyReference[],
  secretFields: readonly string[],
  identifiers: readonly string[] = [],
): Json {
  const places = new Set([...secretFields, ...references.map(({ dotted }) => dotted)])
  const mask = (value: Json, name: string, dotted: string): Json => {
    const secret = places.has(dotted) || (isSecretName(name) && !identifiers.includes(dotted))
    if (
      secret &&
      (references.some((reference) => reference.dotted === dotted) || (typeof value === 'string' && value !== ''))
    )
      return placeholder(name)
    if (Array.isArray(value)) return value.map((inner, index) => mask(inner, name, join(dotted, String(index))))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner, key, join(dotted, key))]))
  }
  return mask(body, '', '')
}

function placeholder(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
  return `<${words === '' ? 'SECRET' : words}>`
}

function join(dotted: string, key: string): string {
  return dotted === '' ? key : `${dotted}.${key}`
}
