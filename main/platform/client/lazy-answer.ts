// A large answer travels as text: it is parsed only where somebody looks into it, and written to the wire as it is.
import type { Json } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'

const texts = new WeakMap<object, Uint8Array>()
const decoder = new TextDecoder()

/** A read's answer whose `data` is parsed when it is first looked at. `text` is JSON in UTF-8, masked. */
export function lazyAnswer(about: Omit<ReadAnswer, 'data'>, text: Uint8Array): ReadAnswer {
  let parsed: { json: Json } | undefined
  const answer = Object.defineProperty({ ...about }, 'data', {
    enumerable: true,
    get: () => (parsed ??= { json: JSON.parse(decoder.decode(text)) as Json }).json,
  }) as ReadAnswer
  texts.set(answer, text)
  return answer
}

/** The JSON text of an answer's `data`, where it is one of these. */
export const textOf = (answer: object): Uint8Array | undefined => texts.get(answer)
