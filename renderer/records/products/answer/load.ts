import { DeskError } from '#contract/errors.ts'
import type { AnswerBody } from '#contract/requests.ts'
import type { AskDocument } from './reader.ts'

const firstPiece = 65_536
const piece = 524_288

/** Stops where `progress` answers false. @throws DeskError `not_found_here` once the answer is not kept any more. */
export async function loadDocument(
  body: AnswerBody,
  part: (id: string, from: number, length: number) => Promise<{ text: string; done: boolean }>,
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
