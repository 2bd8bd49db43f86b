// Identifiers whose names sound like secrets, such as an account's devices by `sessionId`; anywhere else such names are
// masked.
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

export const identifierNames = ({ resource }: Pick<Operation, 'resource'>): ReadonlySet<string> | undefined =>
  (known ??= all()).get(resource)
