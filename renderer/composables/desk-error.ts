import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'

/** A lost link carries a bridge method in `operation`, never a route key. */
export function isLinkLoss({ code, operation }: Pick<DeskErrorShape, 'code' | 'operation'>): boolean {
  return code === 'unreachable' && operation !== undefined && !operation.includes(' ')
}

export function shapeOf(error: DeskError | DeskErrorShape): DeskErrorShape {
  return error instanceof DeskError ? error.toShape() : error
}
