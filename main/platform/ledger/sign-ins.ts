// Masks the values of an answer to a sign-in before it is kept. Names prove nothing there: any field may hold the token, and a refusal
// may repeat the password.
import type { DeskErrorShape } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { isSecretReference } from '#contract/operation.ts'
import { plainName, wordsWithoutTokens } from '../../core/keychain/opaque.ts'
import type { Operation } from '../catalog/entry.ts'

const deepest = 64

/** Masks every text and long number except `data.status`, `requestId` and, of a new record, `data.id`. */
export function answerWithoutValues(answer: Json, { kind }: Pick<Operation, 'kind'>): Json {
  const shown = new Set(['requestId', 'data.status', 'status', ...(kind === 'create' ? ['data.id'] : [])])

  function walk(value: Json, place: string, depth: number): Json {
    if (typeof value === 'string') return value === '' || (shown.has(place) && value.length <= 64) ? value : mask
    if (typeof value === 'number') return Math.abs(value) < 100_000 || shown.has(place) ? value : mask
    if (typeof value !== 'object' || value === null) return value
    if (depth > deepest) return mask
    if (Array.isArray(value)) return value.map((item) => walk(item, `${place}.`, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        plainName.test(name) ? name : mask,
        walk(item, place === '' ? name : `${place}.${name}`, depth + 1),
      ]),
    )
  }

  return walk(answer, '', 0)
}

/** The texts of a body that references have replaced. */
export function movedTexts(body: Json, hidden: Json): string[] {
  if (isSecretReference(hidden)) return typeof body === 'string' ? [body] : []
  if (Array.isArray(hidden))
    return Array.isArray(body) ? hidden.flatMap((item, at) => movedTexts(body[at] ?? null, item)) : []
  return isObject(hidden) && isObject(body)
    ? Object.entries(hidden).flatMap(([name, item]) => movedTexts(body[name] ?? null, item))
    : []
}

/** Masks in the platform's words what repeats the request or is no sentence; without `moved`, all of them. */
export function errorWithoutValues(error: DeskErrorShape, moved: readonly string[] | undefined): DeskErrorShape {
  const words = (text: string): string => {
    if (moved === undefined || moved.some((secret) => secret.length < 4 && text.includes(secret))) return mask
    return wordsWithoutTokens(
      moved.toSorted((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, mask), text),
    )
  }
  return {
    ...error,
    message: error.message.replace(/“([^]*)”/, (_, said: string) => `“${words(said)}”`),
    ...(typeof error.facts?.['said'] === 'string' && {
      facts: { ...error.facts, said: words(error.facts['said']) },
    }),
    ...(error.fields && {
      fields: error.fields.map((field) => ({ ...field, path: words(field.path), message: words(field.message) })),
    }),
  }
}
