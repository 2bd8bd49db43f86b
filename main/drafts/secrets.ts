// No secret stands in a draft: in its body a reference takes its place, anywhere else it is refused (design section 6).
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { isSecretName } from '../keychain/redact.ts'
import type { ValueRedactor } from '../keychain/redact.ts'
import type { Vault } from '../keychain/types.ts'
import { holdsReference } from '../ledger/identity.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { secretPlaces } from '../platform/catalog/sessions.ts'
import type { ProfileDatabase } from '../storage/types.ts'

/** A longer text is a person's work: it must not vanish into the keychain because a secret stands in it. */
const longestMoved = 1_024

export interface DraftSecrets {
  /** Throws DeskError `invalid_input` naming the field in which a secret may not stand. */
  check(content: DraftContent, operation: Operation): void
  /** The body with the references of an earlier one where both mean the same secret, so that saving it again makes no second copy. */
  reuse(id: string, body: Json, earlier: Json): Promise<Json>
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
const isOwn = (reference: string, id: string) => reference.startsWith(`draft/${id}/`) || reference.startsWith(`event/${id}/`)
/** A provider profile's secret is shared on purpose. */
const isForeign = (reference: string, id: string) => !isOwn(reference, id) && !reference.startsWith('profile/')

export function createDraftSecrets(parts: { database: ProfileDatabase; vault: Vault; redactor: ValueRedactor }): DraftSecrets {
  const { database, vault, redactor } = parts
  const held = database.statement('SELECT reference FROM vault_refs WHERE owner = ?')
  const owners = database.statement("SELECT DISTINCT substr(owner, 7) AS id FROM vault_refs WHERE owner >= 'draft/' AND owner < 'draft0'")

  function check(content: DraftContent, operation: Operation): void {
    const { title, notes, tags, extra, base, path, query } = content
    for (const [field, value] of Object.entries<Json>({ title, notes, tags, path, query, extra, base })) {
      if (!isEmpty(value) && redactor.json(value) !== value) throw refused(redactor.find({ [field]: value })[0] ?? field)
    }
    const place = longText(content.body, secretPlaces(operation, content.body))
    if (place !== undefined) throw refused(`body.${place}`)
  }

  /** Where a long text stands that holds a known secret. */
  function longText(value: Json, secretFields: readonly string[], keys: readonly string[] = []): string | undefined {
    if (typeof value === 'string') {
      if (value.length <= longestMoved || isSecretName(keys.at(-1) ?? '') || !redactor.holds(value)) return undefined
      const place = keys.join('.')
      return secretFields.includes(place) ? undefined : place
    }
    if (typeof value !== 'object' || value === null) return undefined
    for (const [key, part] of Object.entries(value)) {
      if (part === null || (typeof part === 'string' && part.length <= longestMoved)) continue
      const place = longText(part, secretFields, [...keys, key])
      if (place !== undefined) return place
    }
    return undefined
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
    if (typeof value !== 'object' || value === null || typeof earlier !== 'object' || earlier === null || Array.isArray(value) !== Array.isArray(earlier)) return value
    return mapped(value, (part, key) => reuse(id, part, (earlier as Record<string, Json>)[key] ?? null))
  }

  /** A copied body gets copies of its secrets, so that removing the original takes nothing from it; a secret that is gone becomes null. */
  async function adopt(id: string, value: Json): Promise<Json> {
    if (typeof value !== 'object' || value === null) return value
    if (!isSecretReference(value)) return mapped(value, (part) => adopt(id, part))
    if (!isForeign(value.$secret, id)) return value
    try {
      return { ...(await vault.put(owner(id), 'copy', await vault.resolve(value.$secret, 'body'))) }
    } catch (error) {
      if (error instanceof DeskError && error.code === 'secret_missing') return null
      throw error
    }
  }

  return {
    check,
    reuse,
    async take(id, body, operation) {
      const moved = await vault.externalize(owner(id), body, secretPlaces(operation, body))
      return holdsReference(moved) ? adopt(id, moved) : moved
    },
    async sweep(id, texts) {
      const references = held.all(owner(id))
      if (references.length === 0) return
      const kept = new Set(texts().flatMap((text) => [...text.matchAll(/"\$secret":"([^"]+)"/g)].map(([, reference]) => reference)))
      for (const { reference } of references) if (!kept.has(String(reference))) await vault.remove(String(reference))
    },
    removeAll: (id) => vault.removeOwner(owner(id)),
    owners: () => owners.all().map((row) => String(row.id)),
  }
}

const isEmpty = (value: Json) => value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

async function mapped(value: Json[] | { [key: string]: Json }, change: (part: Json, key: string) => Promise<Json>): Promise<Json> {
  const entries: Array<[string, Json]> = []
  for (const [key, part] of Object.entries(value)) entries.push([key, await change(part, key)])
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

function refused(path: string): DeskError {
  return new DeskError(
    'invalid_input',
    `A secret that the keychain keeps stands in ${path}. Nothing was saved, the draft is as it was. Take the secret out of this text, or enter it in the field that is made for it.`,
    { fields: [{ path, message: 'Take the secret out of this text' }] },
  )
}
