import type { BlockDocument } from '../blocks/types.ts'
import type { Template } from '../types.ts'

export interface Starter {
  id: string
  template: Pick<
    Template,
    | 'name'
    | 'description'
    | 'category'
    | 'subject'
    | 'previewText'
    | 'htmlContent'
    | 'textContent'
    | 'variables'
    | 'fromName'
    | 'fromEmail'
    | 'replyTo'
  >
  blocks: BlockDocument
}

export type Fact = [label: string, value: string]

/** The words of a starter; they are written as HTML, so they hold neither & nor angle brackets. */
export interface StarterText {
  id: string
  name: string
  description: string
  category: string
  subject: string
  previewText: string
  heading?: string
  paragraphs: string[]
  /** Label and value, as a small table. */
  facts?: Fact[]
  button?: { label: string; href: string }
  closing: string
  /** Why the reader gets it, where that is not the sign-up. */
  reason?: string
  /** Without the name of the show above it. */
  plain?: boolean
  /** Variable and default. */
  values: Record<string, string>
}
