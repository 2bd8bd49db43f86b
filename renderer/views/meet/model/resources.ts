import type { OperationInfo, Product } from '#contract/operation.ts'

const studio: readonly Product[] = ['Livestream', 'Polls', 'Embeds', 'Ads', 'Payments']

/** The lists that the studio works with: of each resource the read that lists it whole and needs nothing to be named. */
export function studioLists(operations: readonly OperationInfo[]): OperationInfo[] {
  const found = new Map<string, OperationInfo>()
  for (const operation of operations) {
    const { kind, pathParams, product, resource, key } = operation
    if (kind !== 'read' || pathParams.length > 0 || !/\/(?:get)?all$/i.test(key)) continue
    if (!studio.includes(product) && resource !== 'marketing/template') continue
    // One resource may be written in two ways; the first is the one that the views list.
    const name = resource.toLowerCase()
    if (!found.has(name)) found.set(name, operation)
  }
  return [...found.values()]
}

export const wordOf = (resource: string): string => resource.toLowerCase().replaceAll('/', '_')
