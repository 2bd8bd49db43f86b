// A template as it is edited (specification, section 2.5) and its analysis. Plain data, so that it can be sent to a worker and back.
import type { MailClient } from '#contract/mail.ts'
import type { JsonProblem } from '#kit/components/text/json-check.ts'
import type { Place } from '#kit/base/text-places.ts'

export interface Variable {
  name: string
  type: string
  defaultValue: string
}

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
export const placeholderFields = [
  'fromName',
  'fromEmail',
  'replyTo',
  'subject',
  'previewText',
  'htmlContent',
  'textContent',
] as const
/** The fields whose text the editor can put in from elsewhere. */
export type EditorField = 'subject' | 'previewText' | 'htmlContent' | 'textContent'
export type PlaceholderField = (typeof placeholderFields)[number]

/** Whose merge tags are known. */
export const tagServices = ['mailchimp', 'mailgun', 'postmark', 'liquid', 'erb', 'braces', 'encoded'] as const
export type TagService = (typeof tagServices)[number]

/** All places of one tag, as the table shows it. */
export interface MergeTagGroup {
  service: TagService
  written: string
  count: number
  name?: string
  defaultValue: string
}

export const problemCodes = [
  'unknown_placeholder',
  'unused_variable',
  'malformed_placeholder',
  'foreign_construct',
  'merge_tag',
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
  'html_size',
  'style_size',
  'address_local',
  'address_misspelt',
  'link_empty',
  'link_nested',
  'link_picture_alt',
  'unsubscribe_missing',
  'preview_missing',
  'picture_format',
  'picture_width',
  'table_content',
  'element_unsupported',
  'style_unsupported',
  'outlook_table',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A change of the template: a piece of a text field, or all variables. */
export type Edit =
  | { field: Exclude<TemplateField, 'variables' | 'tags'>; from: number; to: number; insert: string }
  | { variables: Variable[] }

export interface Fix {
  /** Message key below `templates.fix`. */
  id: string
  values: Record<string, string | number>
  edits: Edit[]
  /** The merge tag whose translation this opens, instead of edits. */
  translates?: string
}

/** By what a reader of the mail notices: something wrong, something worse than it could be, nothing. */
export const problemLevels = ['error', 'warning', 'remark'] as const
export type ProblemLevel = (typeof problemLevels)[number]

export interface Problem {
  code: ProblemCode
  level: ProblemLevel
  field: TemplateField
  /** Offsets into a text field, in UTF-16 units; line and column count from 1. */
  from?: number
  to?: number
  line?: number
  column?: number
  /** The variable's index. */
  row?: number
  /** For the sentence `templates.problem.<code>`. */
  values: Record<string, string | number>
  fixes: Fix[]
  /** The chosen mail clients that it concerns; undefined where it concerns all readers. */
  clients?: MailClient[]
  /** Those that it concerns in part. */
  partly?: MailClient[]
}

export const sampleSets = ['defaults', 'empty', 'long', 'rtl', 'custom'] as const
export type SampleSet = (typeof sampleSets)[number]

/** A person's own values as a JSON object. */
export interface OwnSamples {
  name: string
  json: string
}

/** The values in the preview; kept with the draft. `sample-sets.ts` changes them. */
export interface Samples {
  set: SampleSet
  /** The JSON of the chosen own set. */
  custom: string
  /** All own sets; absent in drafts from before there were several. */
  own?: OwnSamples[]
  /** Which of them is chosen. */
  chosen?: number
}

/** A mistake in pasted sample JSON. */
export interface SampleError extends Pick<JsonProblem, 'line' | 'column' | 'name' | 'reason'> {
  kind: JsonProblem['kind'] | 'not_an_object' | 'not_plain'
}

/** Sample values as an engine with sections reads them. */
export type SampleData = string | number | boolean | SampleData[] | { [name: string]: SampleData }

/** Why sections are not filled in; its sentence is `templates.sections.fault.<fault>`. */
export const sectionFaults = [
  'unclosed_section',
  'unopened_section',
  'unclosed_tag',
  'delimiters',
  'too_much',
  'other',
] as const
export interface SectionFault extends Partial<Place> {
  fault: (typeof sectionFaults)[number]
  field: PlaceholderField
  name: string
}

export interface Link {
  href: string
  text: string
  from: number
}

/** The fields that say who a message is from, with sample values filled in. */
export interface Sender {
  fromName: string
  fromEmail: string
  replyTo: string
}

export interface Analysis {
  /** Which state of the template it is about. */
  generation: number
  /** The first 8 hex digits of SHA-256 over the body as it would be sent. */
  hash: string
  problems: Problem[]
  /** Levels at which there are more problems than are listed. */
  more?: ProblemLevel[]
  /** Merge tags of other services, one entry for all places of a tag. */
  mergeTags?: MergeTagGroup[]
  /** With sample values filled in; `html` without addresses that would be fetched. */
  rendered: {
    html: string
    text: string
    subject: string
    previewText: string
    sender?: Sender
    /** Of the HTML, where there is no preview text. */
    firstText?: string
  }
  links: Link[]
  unknown: string[]
  /** Why the pasted sample JSON is not used. */
  sampleError?: SampleError
  /** Why a field is shown without its sections, where the platform fills them in. */
  sectionFault?: SectionFault
}
