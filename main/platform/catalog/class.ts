import type { Product, Risk } from '#contract/operation.ts'
import type { Operation } from './entry.ts'

/**
 * Risk and product of what was kept under an operation's key: always the catalog's, for a file or an old row may say anything. What the catalog
 * does not know gets the most careful risk.
 */
export function classOf(
  operations: ReadonlyMap<string, Operation>,
  key: string,
  kept: Product,
): { risk: Risk; product: Product } {
  const operation = operations.get(key)
  return operation === undefined
    ? { risk: 'destroy', product: kept }
    : { risk: operation.risk, product: operation.product }
}
