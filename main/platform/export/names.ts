import type { OperationInfo, Product } from '#contract/operation.ts'

/** By method and path, so that it stays the same: `getAccountGeneralGetByAccountId`. */
export function operationId({ method, path }: OperationInfo): string {
  const words = path
    .replace(/^\/api\//, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

interface ResourceFolder {
  name: string
  resource: string
  requests: Array<{ name: string; operation: OperationInfo }>
}

export interface ProductFolder {
  name: Product
  resources: ResourceFolder[]
}

/**
 * Operations as product > resource. Names in a folder differ by more than case, since tools make files of them; equal
 * names get their method.
 */
export function foldersOf(operations: readonly OperationInfo[]): ProductFolder[] {
  return grouped(operations, ({ product }) => product).map(([name, ofProduct]) => ({
    name,
    resources: grouped(ofProduct, ({ resource }) => resource).map(([resource, ofResource]) => {
      const named = grouped(ofResource, (operation) => operation.name.toLowerCase())
      const shared = new Set(named.filter(([, same]) => same.length > 1).map(([lower]) => lower))
      return {
        name: spaced(resource),
        resource,
        requests: ofResource.map((operation) => ({
          name: shared.has(operation.name.toLowerCase()) ? `${operation.name} (${operation.method})` : operation.name,
          operation,
        })),
      }
    }),
  }))
}

const spaced = (resource: string): string =>
  resource.replaceAll('/', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function grouped<T, K>(items: readonly T[], by: (item: T) => K): Array<[K, T[]]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(by(item))
    if (group === undefined) groups.set(by(item), [item])
    else group.push(item)
  }
  return [...groups]
}
