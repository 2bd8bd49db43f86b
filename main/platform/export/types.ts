import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'

/** What was learned of an operation, by route key; null where nothing was. */
export type LearnedOf = (operation: string) => LearnedForm | null

/** What every export is made of. Nothing in it is a value that anyone sent or got. */
export interface ExportSource {
  /** `auth` is what a request goes with, a person's choices applied. */
  operations: readonly OperationInfo[]
  /** The desk's. */
  version: string
  learned?: LearnedOf | undefined
}
