import type { JsonObject } from '#contract/json.ts'
import type { Note } from '../body.ts'
import type { Place } from '../../../../components/text/text-places.ts'
import type { Template } from '../types.ts'

/** Why a file was not taken: the sentence stands below `templates.import.<code>`, with what to do. */
export interface ImportError extends Partial<Place> {
  code:
    | 'too_large'
    | 'empty'
    | 'unsupported'
    | 'binary'
    | 'not_in_charset'
    | 'json_broken'
    | 'json_no_template'
    | 'eml_broken'
    | 'eml_cut'
    | 'eml_no_content'
  values: Record<string, string | number>
  /** Byte offset of the mistake. */
  offset?: number
  /** Which part of a mail: its type. */
  part?: string
}

export interface Refused {
  ok: false
  error: ImportError
}

/** `kept`: what a JSON file holds and a template has no place for, by its path. */
export type Imported = { ok: true; template: Partial<Template>; notes: Note[]; kept: JsonObject } | Refused

export const refuse = (
  code: ImportError['code'],
  values: ImportError['values'],
  place: Omit<ImportError, 'code' | 'values'> = {},
): Refused => ({
  ok: false,
  error: { code, values, ...place },
})
