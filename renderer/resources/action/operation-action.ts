import type { OperationInfo } from '#contract/operation.ts'
import { operationName } from '#stores/operation-name.ts'
import type { ActionSpec, OperationKey } from '../types.ts'

export function actionOf(entry: OperationInfo): ActionSpec {
  return { operation: entry.key as OperationKey, label: entry.name, name: operationName(entry) }
}

export function searchOperations(operations: readonly OperationInfo[], query: string): OperationInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ product, name, key }) =>
    words.every((word) => `${product} ${name} ${key}`.toLowerCase().includes(word)),
  )
}
