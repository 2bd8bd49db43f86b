import type { Differences } from './engine/compare.ts'
import type { AnswerDocument } from './engine/document.ts'

/** Every question; `compare` takes the name of another document. */
export type Asks = Omit<AnswerDocument, 'index'> & { compare: (other: string) => Differences }
export type Ask = keyof Asks

export interface Question {
  seq: number
  document: string
  ask: Ask
  args: unknown[]
}
export type Reply = { seq: number; ok: true; value: unknown } | { seq: number; ok: false; message: string }
