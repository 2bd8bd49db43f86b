// A template as the editor holds it (specification, section 2.5) and what the analysis says of it. Plain data: it travels to a worker and back.

export interface Variable {
  name: string
  type: string
  defaultValue: string
}

/** Every field of section 2.5; empty where it was not given. */
export interface Template {
  workspaceId: string
  name: string
  description: string
  category: string
  subject: string
  htmlContent: string
  textContent: string
  variables: Variable[]
  tags: string[]
  previewText: string
  fromName: string
  fromEmail: string
  replyTo: string
}

export type TemplateField = keyof Template
/** Fields in which placeholders may stand. */
export const placeholderFields = ['subject', 'previewText', 'htmlContent', 'textContent'] as const
export type PlaceholderField = (typeof placeholderFields)[number]

export const problemCodes = [
  'unknown_placeholder',
  'unused_variable',
  'malformed_placeholder',
  'variable_without_default',
  'duplicate_variable',
  'unnamed_variable',
  'text_missing',
  'alt_missing',
  'link_insecure',
  'link_relative',
  'script',
  'email_invalid',
  'subject_long',
  'subject_missing',
  'html_broken',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A change of the template that mends a problem: a piece of a text field, or the whole list of variables. */
export type Edit =
  | { field: Exclude<TemplateField, 'variables' | 'tags'>; from: number; to: number; insert: string }
  | { variables: Variable[] }

export interface Fix {
  /** Message key below `templates.fix`. */
  id: string
  values: Record<string, string | number>
  edits: Edit[]
}

export interface Problem {
  code: ProblemCode
  level: 'error' | 'warning'
  field: TemplateField
  /** Offsets into a text field, in UTF-16 units; line and column count from 1. */
  from?: number
  to?: number
  line?: number
  column?: number
  /** Which variable. */
  row?: number
  /** For the sentence in the messages file, below `templates.problem.<code>`. */
  values: Record<string, string | number>
  fixes: Fix[]
}

export const sampleSets = ['defaults', 'empty', 'long', 'rtl', 'custom'] as const
export type SampleSet = (typeof sampleSets)[number]

/** Which values fill the preview in; kept with the draft. */
export interface Samples {
  set: SampleSet
  /** A pasted JSON object of name and value. */
  custom: string
}

export interface Link {
  href: string
  text: string
  from: number
}

/** What came out for one state of the template; `generation` says for which. */
export interface Analysis {
  generation: number
  /** First 8 hex digits of SHA-256 over the body's bytes as they would be sent. */
  hash: string
  problems: Problem[]
  /** With the sample values filled in; `html` without the addresses that would be fetched; scripts are left to the frame's policy. */
  rendered: { html: string; text: string; subject: string; previewText: string }
  links: Link[]
  /** Names of placeholders that have no variable, in order of appearance. */
  unknown: string[]
  /** Why the pasted sample JSON is not used. */
  sampleError?: { message: string; line?: number; column?: number }
}
