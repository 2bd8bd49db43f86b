// The secrets of an intent's body, in the keychain until the intent has settled.
import { messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Vault } from '../../core/keychain/types.ts'
import type { Operation } from '../catalog/entry.ts'
import { identifierPlaces, secretPlaces } from '../catalog/sessions.ts'
import type { Clock, Log } from '../../core/ports.ts'

/** The request of an intent as JSON text, its secrets moved to the keychain. Throws DeskError `keychain_*`. */
export async function withoutSecrets(
  intent: { id: string; operation: string; request: string },
  { vault, operations }: { vault: Vault; operations: ReadonlyMap<string, Operation> },
): Promise<string> {
  const operation = operations.get(intent.operation)
  const request = JSON.parse(intent.request) as { body?: Json }
  const { body } = request
  if (operation === undefined || body === undefined) return intent.request
  const hidden = await vault.externalize(
    `intent/${intent.id}`,
    body,
    secretPlaces(operation, body),
    identifierPlaces(operation),
  )
  return hidden === body ? intent.request : JSON.stringify({ ...request, body: hidden })
}

export type IntentSecrets = ReturnType<typeof createSecrets>

export function createSecrets(vault: Vault, log: Log) {
  const held = new Set<string>()
  const removals = new Set<Promise<void>>()

  function releaseStored(id: string): void {
    const removal = vault
      .removeOwner(`intent/${id}`)
      .catch((error: unknown) =>
        log.write('warn', 'Secrets of a settled intent stay in the keychain until the next start.', {
          intent: id,
          reason: messageOf(error),
        }),
      )
      .finally(() => removals.delete(removal))
    removals.add(removal)
  }

  return {
    hold: (id: string): void => void held.add(id),
    /** Call after the outcome is on disk: after a stop in between, the next start removes them. */
    release(id: string): void {
      if (held.delete(id)) releaseStored(id)
    },
    /** Removes what an earlier run left. */
    releaseStored,
    /** Waits at most `ms` for removals. */
    async finished(ms: number, clock: Clock): Promise<void> {
      if (removals.size === 0) return
      const late = Promise.withResolvers<undefined>()
      const cancel = clock.after(ms, () => late.resolve(undefined))
      await Promise.race([Promise.all(removals), late.promise])
      cancel()
    },
  }
}
