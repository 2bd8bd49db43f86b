// A large answer travels as text and is parsed only when somebody reads it.
import type { Json } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'

const texts = new WeakMap<object, Uint8Array>()
const decoder = new TextDecoder()

export function lazyAnswer(about: Omit<ReadAnswer, 'data'>, text: Uint8Array): ReadAnswer {
  let parsed: { json: Json } | undefined
  const answer = Object.defineProperty({ ...about }, 'data', {
    enumerable: true,
    get: () => (parsed ??= { json: JSON.parse(decoder.decode(text)) as Json }).json,
  }) as ReadAnswer
  texts.set(answer, text)
  return answer
}

export const textOf = (answer: object): Uint8Array | undefined => texts.get(answer)
