// The messages between page and worker. Only changed fields are sent, so that a 300 KB HTML part is not copied for each letter of a subject.
import type { Known, Target } from './analyse.ts'
import type { Analysis, Samples, Template } from './types.ts'

export interface Question extends Known {
  generation: number
  /** Fields that differ from the last question; all of them in the first. */
  changed: Partial<Template>
  samples: Samples
  target?: Target
  /** A template that was just opened: its preview is answered first where the HTML is long. */
  opened?: boolean
}

export type Answer =
  | { ok: true; analysis: Analysis }
  | { ok: true; first: Analysis['rendered'] }
  | { ok: false; generation: number; message: string }
