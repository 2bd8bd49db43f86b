import type { HtmlScan } from '../html-scan.ts'
import type { FoundIn } from '../render.ts'
import type { Problem, Template } from '../types.ts'

export interface LintContext {
  template: Template
  scan: HtmlScan
  found: FoundIn
  /** The text part as it would be generated; undefined where there is one already. */
  generatedText: string | undefined
}

/** A problem as a rule reports it; `lint` adds line and column. */
export type Finding = Omit<Problem, 'line' | 'column'>
export type Rule = (context: LintContext) => Iterable<Finding>
