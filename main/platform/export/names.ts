import type { OperationInfo } from '#contract/operation.ts'

/** By method and path, so that it stays the same: `getAccountGeneralGetByAccountId`. */
export function operationId({ method, path }: OperationInfo): string {
  const words = path
    .replace(/^\/api\//, '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
