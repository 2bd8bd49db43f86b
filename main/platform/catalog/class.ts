import { encoderOperationSchema, type EncoderOperation } from '#contract/air/encoder.ts'
import type { Product, Risk } from '#contract/operation.ts'
import type { Operation } from './entry.ts'

/**
 * What the catalog says of a kept operation, since a file or an old row may claim anything. An unknown operation gets
 * the most careful risk, a command to the streaming software its own.
 */
export function classOf(
  operations: ReadonlyMap<string, Operation>,
  key: string,
  kept: Product,
): { risk: Risk; product: Product } {
  if (isEncoderOperation(key)) return { risk: 'onair', product: kept }
  const operation = operations.get(key)
  return operation === undefined
    ? { risk: 'destroy', product: kept }
    : { risk: operation.risk, product: operation.product }
}

/** Of streaming software; the platform has no such key. */
export const isEncoderOperation = (key: string): key is EncoderOperation =>
  encoderOperationSchema().safeParse(key).success
