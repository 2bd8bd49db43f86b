import { products, type OperationInfo, type Product } from '#contract/operation.ts'

/** One resource of a product with all its operations. Folders that differ in letter case alone are one. */
export interface Section {
  product: Product
  /** The spelling with the most capitals: `payment/subscriptionPlan`. */
  resource: string
  operations: readonly OperationInfo[]
}

export function sectionsOf(operations: readonly OperationInfo[]): Section[] {
  const found = new Map<string, Section & { operations: OperationInfo[] }>()
  for (const operation of operations) {
    const { product, resource } = operation
    const key = `${product} ${resource.toLowerCase()}`
    const section = found.get(key)
    if (section === undefined) found.set(key, { product, resource, operations: [operation] })
    else {
      section.operations.push(operation)
      if (capitals(resource) > capitals(section.resource)) section.resource = resource
    }
  }
  return [...found.values()].sort(
    (a, b) => products.indexOf(a.product) - products.indexOf(b.product) || a.resource.localeCompare(b.resource, 'en'),
  )
}

const capitals = (text: string): number => text.replaceAll(/[^A-Z]/g, '').length

export function findSection(sections: readonly Section[], product: string, resource: string): Section | undefined {
  return sections.find(
    (section) => section.product === product && section.resource.toLowerCase() === resource.toLowerCase(),
  )
}

export function findProduct(name: unknown): Product | undefined {
  return products.find((product) => product === name)
}

/** The last word of the path in small letters: `getall`; empty for `/api/pay/{shortId}`. */
export function verbOf({ path, resource }: Pick<OperationInfo, 'path' | 'resource'>): string {
  const rest = path.slice(`/api/${resource}/`.length).split('/')
  return (rest.filter((word) => word !== '' && !word.startsWith('{')).at(-1) ?? '').toLowerCase()
}
