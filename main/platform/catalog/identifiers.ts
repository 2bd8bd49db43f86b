// Names that the catalog gives to a record's identifier although they sound like a secret's: the devices of an account are told apart by
// `sessionId`. What is sent to such a resource and read from it keeps them; anywhere else they are masked.
import { isSecretName } from '#contract/secret-names.ts'
import type { Operation } from './entry.ts'
import { operations } from './index.ts'

let known: Map<string, Set<string>> | undefined

function all(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { resource, record = [] } of operations.values()) {
    for (const place of record) {
      const name = place.slice(place.lastIndexOf('.') + 1)
      if (isSecretName(name)) found.set(resource, (found.get(resource) ?? new Set()).add(name))
    }
  }
  return found
}

/** Names that say nothing in the answers of an operation; undefined where there are none. */
export const identifierNames = ({ resource }: Pick<Operation, 'resource'>): ReadonlySet<string> | undefined =>
  (known ??= all()).get(resource)
