import { messageOf } from '#contract/errors.ts'
import type { Question, Reply } from '../protocol.ts'
import { compareIndexes, type Differences } from './compare.ts'
import { createDocument, type AnswerDocument } from './document.ts'

/** A plain function, so that tests need no worker. */
export function createResponder(): (question: Question) => Promise<Reply> {
  const documents = new Map<string, AnswerDocument>()

  function documentOf(name: string): AnswerDocument {
    const found = documents.get(name) ?? createDocument()
    documents.set(name, found)
    return found
  }
  function compare(one: string, other: string): Differences {
    const [before, after] = [documentOf(one).index(), documentOf(other).index()]
    if (before === undefined || after === undefined) throw new Error('Only JSON is compared value by value.')
    return compareIndexes(before, after)
  }

  return async ({ seq, document, ask, args }) => {
    try {
      const value: unknown =
        ask === 'compare'
          ? compare(document, String(args[0]))
          : await (documentOf(document)[ask] as (...given: unknown[]) => unknown)(...args)
      return { seq, ok: true, value }
    } catch (error) {
      return { seq, ok: false, message: messageOf(error) }
    }
  }
}
