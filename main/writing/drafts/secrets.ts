// Drafts have no secrets: a reference replaces each one in the body, elsewhere it is left out and the field is named.
import type { DraftContent } from '#contract/draft.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { createOwnedSecrets, type SecretParts } from '../revisions/secrets.ts'

export function createDraftSecrets(parts: SecretParts) {
  const { redactor, atRest } = parts
  const owned = createOwnedSecrets('draft', parts)

  /** Leaves out every known secret that can't go to the keychain, and names the fields. */
  function clean(content: DraftContent, operation: Operation): { content: DraftContent; leftOut: string[] } {
    const { title, notes, tags, extra, path, query } = content
    const texts = atRest.leaveOut({ title, notes, tags, query, extra })
    const address = atRest.leaveOut({ path: Object.entries(path) })
    // Nobody wrote the platform's copy here, so nobody is asked about it.
    const base = redactor.json(content.base)
    const found: string[] = []
    const body = owned.cleanBody(content.body, operation, found)
    const same =
      texts.leftOut.length === 0 && address.leftOut.length === 0 && base === content.base && body === content.body
    if (same) return { content, leftOut: found }
    const places = address.leftOut.map((place) => `path.${Object.keys(path)[Number(place.split('.')[1])] ?? ''}`)
    return {
      content: { ...content, ...texts.value, path: Object.fromEntries(address.value.path), base, body },
      leftOut: [...texts.leftOut, ...places, ...found],
    }
  }

  return { ...owned, clean }
}

export type DraftSecrets = ReturnType<typeof createDraftSecrets>
