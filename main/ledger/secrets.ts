// The secrets that a submit brought along: kept while the intent may still be sent, removed when it has settled.
import { messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Vault } from '../keychain/types.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { identifierPlaces, secretPlaces } from '../platform/catalog/sessions.ts'
import type { Clock, Log } from '../ports.ts'

/** The request of an intent, as text, with the secrets of its body in the keychain as the intent's own. Throws DeskError `keychain_*`. */
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

export interface IntentSecrets {
  hold(id: string): void
  /** Removes what is held for an intent; after its outcome is on disk, so that a stop in between leaves it to the next start. */
  release(id: string): void
  /** Removes what an earlier run left behind. */
  releaseStored(id: string): void
  /** Waits for removals that are under way, at most `ms`. */
  finished(ms: number, clock: Clock): Promise<void>
}

export function createSecrets(vault: Vault, log: Log): IntentSecrets {
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
    hold: (id) => void held.add(id),
    release(id) {
      if (held.delete(id)) releaseStored(id)
    },
    releaseStored,
    async finished(ms, clock) {
      if (removals.size === 0) return
      const late = Promise.withResolvers<undefined>()
      const cancel = clock.after(ms, () => late.resolve(undefined))
      await Promise.race([Promise.all(removals), late.promise])
      cancel()
    },
  }
}
