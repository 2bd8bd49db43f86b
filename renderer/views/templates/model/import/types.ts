import type { JsonObject } from '#contract/json.ts'
import type { Guess } from '#kit/composables/reading/decode.ts'
import type { JsonProblem } from '#kit/components/text/json-check.ts'
import type { Note } from '../body.ts'
import type { Place } from '#kit/base/text-places.ts'
import type { Template } from '../types.ts'

export interface ImportError extends Partial<Place> {
  code:
    | 'not_opened'
    | 'too_large'
    | 'empty'
    | 'unsupported'
    | 'binary'
    | 'not_in_charset'
    | 'json_broken'
    | 'json_no_template'
    | 'json_many'
    | 'json_entry'
    | 'eml_broken'
    | 'eml_cut'
    | 'eml_no_content'
    | 'mjml_broken'
    | 'mjml_failed'
    | 'mjml_large'
    | 'mjml_slow'
    | 'mjml_unanswered'
    | 'zip_broken'
    | 'zip_many'
    | 'zip_large'
  values: Record<string, string | number>
  /** Of a file that is no JSON. */
  json?: JsonProblem
  offset?: number
  part?: string
}

export interface Refused {
  ok: false
  error: ImportError
}

/** `title`: what the HTML calls itself, to be offered as the subject. `kept`: what a template has no place for, by its path in the JSON file. */
export type Imported =
  | { ok: true; template: Partial<Template>; notes: Note[]; kept: JsonObject; title?: string; guess?: Guess }
  | Refused

export const refuse = (
  code: ImportError['code'],
  values: ImportError['values'],
  place: Omit<ImportError, 'code' | 'values'> = {},
): Refused => ({
  ok: false,
  error: { code, values, ...place },
})
