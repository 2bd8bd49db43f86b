import { DeskError } from '#contract/errors.ts'
import type { AnswerBody } from '#contract/requests.ts'
import type { AskDocument } from './reader.ts'

/** Letters asked for at once; the first piece is small, so that something stands on screen at once. */
const firstPiece = 65_536
const piece = 524_288

export type PartReader = (id: string, from: number, length: number) => Promise<{ text: string; done: boolean }>

/**
 * Hands an answer to the worker piece by piece; between two the page is free. `progress` is told the letters so far and answers whether to go
 * on; false where it said no. @throws DeskError `not_found_here` once the answer is no longer kept.
 */
export async function loadDocument(
  body: AnswerBody,
  part: PartReader,
  ask: AskDocument,
  progress: (letters: number) => boolean,
): Promise<boolean> {
  for (let from = 0; ;) {
    const { text, done } = await part(body.id, from, from === 0 ? firstPiece : piece)
    await ask('piece', text)
    from += text.length
    if (!progress(from)) return false
    if (done || text === '') return true
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

export const isGone = (error: unknown): boolean => error instanceof DeskError && error.code === 'not_found_here'
