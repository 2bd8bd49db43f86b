import type { MailClient } from '#contract/mail.ts'
import type { HtmlScan } from '../html-scan.ts'
import type { MergeTag } from '../merge-tags.ts'
import type { FoundIn } from '../render.ts'
import type { Problem, Template } from '../types.ts'

export interface LintContext {
  template: Template
  scan: HtmlScan
  found: FoundIn
  /** Merge tags of other services, by field and place. */
  tags: MergeTag[]
  /** The text part as it would be generated; undefined where there is one already. */
  generatedText: string | undefined
  /** The platform is known to fill in sections of mustache. */
  sections?: boolean
  /** The mail clients that the person chose. */
  clients: readonly MailClient[]
}

/** A problem as a rule reports it; `lint` adds line and column. */
export type Finding = Omit<Problem, 'line' | 'column'>
export type Rule = (context: LintContext) => Iterable<Finding>
