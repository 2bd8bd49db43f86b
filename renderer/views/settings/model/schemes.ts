import type { AuthScheme, OperationInfo, Product } from '#contract/operation.ts'

/** The schemes that the catalog gives each product's operations, the most frequent first. */
export function schemesOf(operations: readonly OperationInfo[]): Partial<Record<Product, AuthScheme[]>> {
  const counts = new Map<Product, Map<AuthScheme, number>>()
  for (const { product, auth } of operations) {
    const of = counts.get(product) ?? new Map<AuthScheme, number>()
    counts.set(product, of.set(auth, (of.get(auth) ?? 0) + 1))
  }
  return Object.fromEntries(
    [...counts].map(([product, of]) => [product, [...of].sort(([, a], [, b]) => b - a).map(([scheme]) => scheme)]),
  )
}
