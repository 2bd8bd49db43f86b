import { foldedWords, hasWords } from '#contract/folding.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { operationName } from '#kit/stores/operation-name.ts'
import type { ActionSpec, OperationKey } from '../types.ts'

export function actionOf(entry: OperationInfo): ActionSpec {
  return { operation: entry.key as OperationKey, label: entry.name, name: operationName(entry) }
}

export function searchOperations(operations: readonly OperationInfo[], query: string): OperationInfo[] {
  const words = foldedWords(query)
  return operations.filter(({ product, name, key }) => hasWords(`${product} ${name} ${key}`, words))
}
