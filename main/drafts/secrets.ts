// No secret stands in a draft: in its body a reference takes its place, anywhere else it is left out and the field is named (design section 6).
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { mostLevels, tooDeep } from '../json/depth.ts'
import type { AtRest } from '../keychain/at-rest.ts'
import { isSecretName } from '../keychain/redact.ts'
import type { ValueRedactor } from '../keychain/redact.ts'
import { asItWas, numberMark } from '../keychain/secrets-in-body.ts'
import type { Vault } from '../keychain/types.ts'
import { holdsReference } from '../ledger/identity.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { identifierPlaces, secretPlaces } from '../platform/catalog/sessions.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { textsOf } from './search-terms.ts'

/** A longer text is a person's work: it must not vanish into the keychain because a secret stands in it. */
const longestMoved = 1_024

export interface DraftSecrets {
  /** The content with every known secret left out where it can't go to the keychain, and the fields in which one stood. */
  clean(content: DraftContent, operation: Operation): { content: DraftContent; leftOut: string[] }
  /** What looks like a secret in these fields is ordinary text, here and from now on. Throws DeskError `keychain_*`. */
  keepAsText(content: DraftContent, places: readonly string[]): Promise<void>
  /** The body with the references of an earlier one where both mean the same secret, so that saving it again makes no second copy. */
  reuse(id: string, body: Json, earlier: Json): Promise<Json>
  /** The body with its secrets in the keychain; references that stand there stay as they are. Throws DeskError `keychain_*`. */
  move(id: string, body: Json, operation: Operation): Promise<Json>
  /** The body with every secret in the keychain as the draft's own. Throws DeskError `keychain_*`, `invalid_input`. */
  take(id: string, body: Json, operation: Operation): Promise<Json>
  /** Removes the draft's secrets that none of these texts refers to. */
  sweep(id: string, texts: () => readonly string[]): Promise<void>
  removeAll(id: string): Promise<void>
  /** Ids that have secrets in the keychain. */
  owners(): string[]
}

const owner = (id: string) => `draft/${id}`
/** Drafts of version 1 were events: their references keep that name. */
const isOwn = (reference: string, id: string) =>
  reference.startsWith(`draft/${id}/`) || reference.startsWith(`event/${id}/`)
/** A provider profile's secret is shared on purpose. */
const isForeign = (reference: string, id: string) => !isOwn(reference, id) && !reference.startsWith('profile/')

export function createDraftSecrets(parts: {
  database: ProfileDatabase
  vault: Vault
  redactor: ValueRedactor
  atRest: AtRest
}): DraftSecrets {
  const { database, vault, redactor, atRest } = parts
  const owned = database.statement('SELECT reference FROM vault_refs WHERE owner = ?')
  const owners = database.statement(
    "SELECT DISTINCT substr(owner, 7) AS id FROM vault_refs WHERE owner >= 'draft/' AND owner < 'draft0'",
  )

  function clean(content: DraftContent, operation: Operation): { content: DraftContent; leftOut: string[] } {
    const { title, notes, tags, extra, path, query } = content
    const texts = atRest.leaveOut({ title, notes, tags, query, extra })
    const address = atRest.leaveOut({ path: Object.entries(path) })
    // Nobody wrote the platform's copy here: what of it must not stand in a file is not worth a word.
    const base = redactor.json(content.base)
    const found: string[] = []
    const body = longTexts(content.body, secretPlaces(operation, content.body), [], found)
    const same =
      texts.leftOut.length === 0 && address.leftOut.length === 0 && base === content.base && body === content.body
    if (same) return { content, leftOut: found }
    const places = address.leftOut.map((place) => `path.${Object.keys(path)[Number(place.split('.')[1])] ?? ''}`)
    return {
      content: { ...content, ...texts.value, path: Object.fromEntries(address.value.path), base, body },
      leftOut: [...texts.leftOut, ...places, ...found],
    }
  }

  /**
   * The body without the known secrets in long texts; `found` hears of these, and of the short ones that will leave for the keychain whole.
   * What is named as a secret leaves by its name, and that is no news.
   */
  function longTexts(value: Json, secretFields: readonly string[], keys: readonly string[], found: string[]): Json {
    if (typeof value === 'string') {
      const name = keys.at(-1) ?? ''
      if (isSecretName(name, keys.at(-2)) || secretFields.includes(keys.join('.'))) return value
      const shown = redactor.written(value, name)
      if (shown === value) return value
      found.push(redactor.text(['body', ...keys].join('.')))
      return value.length <= longestMoved ? value : shown
    }
    if (typeof value !== 'object' || value === null || isSecretReference(value)) return value
    if (keys.length > mostLevels) throw tooDeep('body')
    const entries = Object.entries(value).map(([key, part]): [string, Json] => [
      key,
      typeof part === 'string' || typeof part === 'object'
        ? longTexts(part, secretFields, [...keys, key], found)
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

  /** A copied body gets copies of its secrets, so that removing the original takes nothing from it; a secret that is gone becomes null. */
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

  const moveOut = (id: string, body: Json, operation: Operation) =>
    vault.externalize(owner(id), body, secretPlaces(operation, body), identifierPlaces(operation))

  return {
    clean,
    keepAsText: (content, places) =>
      atRest.keepAsText(places.flatMap((place) => textsWithin(content as unknown as Json, place.split('.')))),
    reuse,
    move: moveOut,
    async take(id, body, operation) {
      const moved = await moveOut(id, body, operation)
      return holdsReference(moved) ? adopt(id, moved) : moved
    },
    async sweep(id, texts) {
      const references = owned.all(owner(id))
      if (references.length === 0) return
      const kept = new Set(
        texts().flatMap((text) => [...text.matchAll(/"\$secret":"([^"]+)"/g)].map(([, reference]) => reference)),
      )
      for (const { reference } of references) if (!kept.has(String(reference))) await vault.remove(String(reference))
    },
    removeAll: (id) => vault.removeOwner(owner(id)),
    owners: () => owners.all().map((row) => String(row.id)),
  }
}

async function mapped(
  value: Json[] | { [key: string]: Json },
  change: (part: Json, key: string) => Promise<Json>,
): Promise<Json> {
  const entries: Array<[string, Json]> = []
  for (const [key, part] of Object.entries(value)) entries.push([key, await change(part, key)])
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

/** The name of a copy's field; what was a number stays one. */
const copyOf = (reference: string) => (typeof asItWas(reference, '1') === 'number' ? `copy${numberMark}` : 'copy')

/** Every text at a dotted place or below it. */
function textsWithin(value: Json, [key, ...keys]: readonly string[]): string[] {
  if (key === undefined) return [...textsOf(value)]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return textsWithin((value as Record<string, Json>)[key] ?? null, keys)
}
