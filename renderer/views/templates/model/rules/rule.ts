import type { HtmlScan } from '../html-scan.ts'
import type { FoundIn } from '../render.ts'
import type { Problem, Template } from '../types.ts'

/** What every rule may look at; found once for all of them. */
export interface LintContext {
  template: Template
  scan: HtmlScan
  found: FoundIn
  /** The text part as it would be generated; undefined where it was not asked for. */
  generatedText: string | undefined
}

/** A problem as a rule tells it; line and column are added here. */
export type Finding = Omit<Problem, 'line' | 'column'>
export type Rule = (context: LintContext) => Iterable<Finding>
