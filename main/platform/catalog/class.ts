import type { Product, Risk } from '#contract/operation.ts'
import type { Operation } from './entry.ts'

/**
 * What the catalog says of a kept operation, since a file or an old row may claim anything. An unknown operation gets
 * the most careful risk.
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
