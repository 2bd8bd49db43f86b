import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'

export type LearnedOf = (operation: string) => LearnedForm | null

export interface ExportSource {
  operations: readonly OperationInfo[]
  version: string
  learned?: LearnedOf | undefined
}
