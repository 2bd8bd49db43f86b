import { DeskError, type DeskErrorShape } from '#contract/errors.ts'

/** Whether the link to the backend dropped: such an error carries a bridge method in `operation`, never a route key. */
export function isLinkLoss({ code, operation }: { code: string; operation?: string | undefined }): boolean {
  return code === 'unreachable' && operation !== undefined && !operation.includes(' ')
}

export function shapeOf(error: DeskError | DeskErrorShape): DeskErrorShape {
  return error instanceof DeskError ? error.toShape() : error
}
