// Secrets of bodies, in the keychain under `secret/<reference>`. A reference is in the index before its value is
// written, since a keychain can't be listed.
import { randomBytes } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { SecretReference } from '#contract/operation.ts'
import type { Keychain } from '../ports.ts'
import { checkSecret, isOutOfReach, keychainError } from './errors.ts'
import type { ValueRedactor } from './redact.ts'
import { holdsSecrets, numberMark, referenceShape, replaceSecrets } from './secrets-in-body.ts'
import type { Vault } from './types.ts'
import type { VaultIndex } from './vault-index.ts'

export { createVaultIndex } from './vault-index.ts'
export type { VaultIndex } from './vault-index.ts'

/** Owner of secrets whose removal the keychain refused. */
const removed = 'removed'
const accountOf = (reference: string) => `secret/${reference}`

export interface DroppableVault extends Vault {
  drop(): void
}

export function createVault(parts: { keychain: Keychain; redactor: ValueRedactor; index: VaultIndex }): DroppableVault {
  const { keychain, redactor, index } = parts
  const cached = new Map<string, string>()
  const taught = new Set<string>()
  let epoch = 0

  function teach(reference: string, value: string): void {
    if (!taught.has(reference)) redactor.learn(value)
    taught.add(reference)
  }

  async function remove(reference: string): Promise<void> {
    if (!referenceShape.test(reference)) return
    const value = cached.get(reference)
    cached.delete(reference)
    epoch += 1
    if (taught.delete(reference) && value !== undefined) redactor.forget(value)
    const { outcome } = await keychain.remove(accountOf(reference))
    if (outcome === 'found' || outcome === 'absent') index.remove(reference)
    else index.add(removed, reference)
  }

  /** Repeats refused removals until one is refused again. */
  async function catchUp(): Promise<void> {
    for (const reference of index.list(removed)) {
      const { outcome } = await keychain.remove(accountOf(reference))
      if (outcome !== 'found' && outcome !== 'absent') return
      index.remove(reference)
    }
  }

  async function put(owner: string, field: string, value: string): Promise<SecretReference> {
    checkSecret(value, field)
    const place = field.replace(/[^\w.-]/g, '_').slice(0, 64) || 'value'
    const reference = `${owner}/${place}/${randomBytes(12).toString('base64url')}`
    if (!referenceShape.test(reference))
      throw new DeskError('internal', 'A secret needs an owner such as `profile/<id>`.')
    teach(reference, value)
    index.add(owner, reference)
    const { outcome, reason } = { reason: undefined, ...(await keychain.set(accountOf(reference), value)) }
    if (outcome !== 'found') {
      await remove(reference)
      redactor.forget(value)
      throw keychainError(outcome, `The secret for ${field}`, reason)
    }
    cached.set(reference, value)
    await catchUp()
    return { $secret: reference }
  }

  return {
    put,
    remove,

    async resolve(reference, path) {
      const known = cached.get(reference)
      if (known !== undefined) return known
      const began = epoch
      const result = referenceShape.test(reference)
        ? await keychain.get(accountOf(reference))
        : { outcome: 'absent' as const }
      if (result.outcome === 'found') {
        teach(reference, result.value)
        if (began === epoch) cached.set(reference, result.value)
        return result.value
      }
      if (result.outcome !== 'absent') throw keychainError(result.outcome, `The secret for ${path}`, result.reason)
      throw new DeskError('secret_missing', `The secret for ${path} is not in the keychain any more.`, {
        fields: [{ path, message: 'Enter this secret again', reason: 'secret_gone' }],
      })
    },

    async removeOwner(owner) {
      for (const reference of index.list(owner)) await remove(reference)
    },

    async learnAll() {
      for (const reference of index.all()) {
        if (taught.has(reference)) continue
        const result = await keychain.get(accountOf(reference))
        if (result.outcome === 'found') teach(reference, result.value)
        else if (isOutOfReach(result.outcome)) return false
      }
      return true
    },

    async externalize(owner, body, secretFields, identifiers = []) {
      const search = {
        secretFields,
        identifiers,
        isSecret: (text: string, field: string) => redactor.written(text, field) !== text,
        holdsInName: redactor.holdsInName,
      }
      let result = body
      const moved: string[] = []
      try {
        // A secret met late may also be in a string passed before.
        while (holdsSecrets(result, search)) {
          const before = moved.length
          result = await replaceSecrets(result, search, async (path, value) => {
            const reference =
              typeof value === 'number'
                ? await put(owner, `${path.slice(-48)}${numberMark}`, String(value))
                : await put(owner, path, value)
            moved.push(reference.$secret)
            return reference
          })
          if (moved.length === before)
            throw new DeskError('internal', 'A secret in this body could not be moved to the keychain.')
        }
        return result
      } catch (error) {
        for (const reference of moved) await remove(reference)
        throw error
      }
    },

    drop() {
      epoch += 1
      cached.clear()
    },
  }
}
