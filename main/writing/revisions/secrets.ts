// Bodies that are kept have no secrets: a reference replaces each one, or it is left out and the field is named. Each kind of
// record owns its references.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { mostLevels, tooDeep } from '../../core/json/depth.ts'
import type { AtRest } from '../../core/keychain/at-rest.ts'
import { isSecretName, type ValueRedactor } from '../../core/keychain/redact.ts'
import { asItWas, numberMark } from '../../core/keychain/secrets-in-body.ts'
import type { Vault } from '../../core/keychain/types.ts'
import { holdsReference } from '../../platform/ledger/identity.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { identifierPlaces, secretPlaces } from '../../platform/catalog/sessions.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'

/** A longer text is a person's work and must not move to the keychain because it contains a secret. */
const longestMoved = 1_024

export interface SecretParts {
  database: Pick<ProfileDatabase, 'statement'>
  vault: Vault
  redactor: ValueRedactor
  atRest: AtRest
}

/** `kind` is the first part of the references. */
export function createOwnedSecrets(kind: 'draft' | 'rundown', parts: SecretParts) {
  const { database, vault, redactor, atRest } = parts
  const owner = (id: string) => `${kind}/${id}`
  /** Drafts of version 1 were events, and their references keep that name. */
  const isOwn = (reference: string, id: string) =>
    reference.startsWith(`${kind}/${id}/`) || (kind === 'draft' && reference.startsWith(`event/${id}/`))
  /** The secrets of provider profiles are shared on purpose. */
  const isForeign = (reference: string, id: string) => !isOwn(reference, id) && !reference.startsWith('profile/')
  const owned = database.statement('SELECT reference FROM vault_refs WHERE owner = ?')
  const owners = database.statement(
    `SELECT DISTINCT substr(owner, ${kind.length + 2}) AS id FROM vault_refs WHERE owner >= '${kind}/' AND owner < '${kind}0'`,
  )

  /** `place` is where the body stands; `keys` are those within it. */
  function longTexts(
    value: Json,
    secretFields: readonly string[],
    keys: readonly string[],
    found: string[],
    place: string,
  ): Json {
    if (typeof value === 'string') {
      const name = keys.at(-1) ?? ''
      if (isSecretName(name, keys.at(-2)) || secretFields.includes(keys.join('.'))) return value
      const shown = redactor.written(value, name)
      if (shown === value) return value
      found.push(redactor.text([place, ...keys].join('.')))
      return value.length <= longestMoved ? value : shown
    }
    if (typeof value !== 'object' || value === null || isSecretReference(value)) return value
    if (keys.length > mostLevels) throw tooDeep(place)
    const entries = Object.entries(value).map(([key, part]): [string, Json] => [
      key,
      typeof part === 'string' || typeof part === 'object'
        ? longTexts(part, secretFields, [...keys, key], found, place)
        : part,
    ])
    if (entries.every(([key, part]) => part === (value as Record<string, Json>)[key])) return value
    return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
  }

  async function known(reference: string): Promise<string | undefined> {
    try {
      return await vault.resolve(reference, 'body')
    } catch (error) {
      if (error instanceof DeskError) return undefined
      throw error
    }
  }

  /** Uses the references of an earlier body for equal secrets, so that a save makes no second copy. */
  async function reuse(id: string, value: Json, earlier: Json): Promise<Json> {
    if (isSecretReference(earlier)) {
      const reference = isSecretReference(value) ? value.$secret : undefined
      if (reference !== undefined && !isForeign(reference, id)) return value
      const text = reference === undefined ? value : await known(reference)
      return typeof text === 'string' && text !== '' && text === (await known(earlier.$secret)) ? earlier : value
    }
    if (
      typeof value !== 'object' ||
      value === null ||
      typeof earlier !== 'object' ||
      earlier === null ||
      Array.isArray(value) !== Array.isArray(earlier)
    )
      return value
    return mapped(value, (part, key) => reuse(id, part, (earlier as Record<string, Json>)[key] ?? null))
  }

  /** A copied body gets its own copies of secrets, so that it survives the original. A missing secret becomes null. */
  async function adopt(id: string, value: Json): Promise<Json> {
    if (typeof value !== 'object' || value === null) return value
    if (!isSecretReference(value)) return mapped(value, (part) => adopt(id, part))
    if (!isForeign(value.$secret, id)) return value
    try {
      return { ...(await vault.put(owner(id), copyOf(value.$secret), await vault.resolve(value.$secret, 'body'))) }
    } catch (error) {
      if (error instanceof DeskError && error.code === 'secret_missing') return null
      throw error
    }
  }

  /** Moves the secrets of a body to the keychain. Throws `keychain_*`. */
  const move = (id: string, body: Json, operation: Operation): Promise<Json> =>
    vault.externalize(owner(id), body, secretPlaces(operation, body), identifierPlaces(operation))

  return {
    /**
     * The body without known secrets in long texts. `found` collects these fields, and those of short texts that will
     * move to the keychain. Fields that are named as secrets are expected and not collected.
     */
    cleanBody: (body: Json, operation: Operation, found: string[], place = 'body'): Json =>
      longTexts(body, secretPlaces(operation, body), [], found, place),
    /** From now on what looks like a secret in these fields is ordinary text. Throws `keychain_*`. */
    keepAsText: (content: object, places: readonly string[]): Promise<void> =>
      atRest.keepAsText(places.flatMap((place) => textsWithin(content as Json, place.split('.')))),
    reuse,
    move,
    /** As `move`, and copies the secrets of other records. Throws `keychain_*`, `invalid_input`. */
    async take(id: string, body: Json, operation: Operation): Promise<Json> {
      const moved = await move(id, body, operation)
      return holdsReference(moved) ? adopt(id, moved) : moved
    },
    /** Removes the record's secrets that none of these texts refers to. */
    async sweep(id: string, texts: () => readonly string[]): Promise<void> {
      const references = owned.all(owner(id))
      if (references.length === 0) return
      const kept = new Set(
        texts().flatMap((text) => [...text.matchAll(/"\$secret":"([^"]+)"/g)].map(([, reference]) => reference)),
      )
      for (const { reference } of references) if (!kept.has(String(reference))) await vault.remove(String(reference))
    },
    removeAll: (id: string): Promise<void> => vault.removeOwner(owner(id)),
    owners: () => owners.all().map((row) => String(row.id)),
  }
}

export type OwnedSecrets = ReturnType<typeof createOwnedSecrets>

/** Of the values in JSON. */
export function* textsOf(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && !isSecretReference(value))
    for (const part of Object.values(value)) yield* textsOf(part)
}

async function mapped(
  value: Json[] | { [key: string]: Json },
  change: (part: Json, key: string) => Promise<Json>,
): Promise<Json> {
  const entries: Array<[string, Json]> = []
  for (const [key, part] of Object.entries(value)) entries.push([key, await change(part, key)])
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

/** The name keeps whether the value was a number. */
const copyOf = (reference: string) => (typeof asItWas(reference, '1') === 'number' ? `copy${numberMark}` : 'copy')

function textsWithin(value: Json, [key, ...keys]: readonly string[]): string[] {
  if (key === undefined) return [...textsOf(value)]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return textsWithin((value as Record<string, Json>)[key] ?? null, keys)
}
