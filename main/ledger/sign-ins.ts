// What the ledger keeps of an answer that may open an account: its form and how it ended, none of its values. A field's name says nothing
// there: `key` or `jwt` may hold the token, and a refusal may repeat the password.
import type { DeskErrorShape } from '#contract/errors.ts'
import { isObject } from '#contract/json.ts'
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { isSecretReference } from '#contract/operation.ts'
import { plainName, wordsWithoutTokens } from '../keychain/opaque.ts'
import type { Operation } from '../platform/catalog/entry.ts'

const deepest = 64

/** The answer with every text and long number masked, but `data.status` and `requestId`; of a record that was made, `data.id` as well. */
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

/** The texts of a body in whose places references stand now. */
export function movedTexts(body: Json, hidden: Json): string[] {
  if (isSecretReference(hidden)) return typeof body === 'string' ? [body] : []
  if (Array.isArray(hidden))
    return Array.isArray(body) ? hidden.flatMap((item, at) => movedTexts(body[at] ?? null, item)) : []
  return isObject(hidden) && isObject(body)
    ? Object.entries(hidden).flatMap(([name, item]) => movedTexts(body[name] ?? null, item))
    : []
}

/** An error with the platform's own words masked where they repeat what was sent or hold what no sentence holds. Without `moved`, none of its words. */
export function errorWithoutValues(error: DeskErrorShape, moved: readonly string[] | undefined): DeskErrorShape {
  const words = (text: string): string => {
    if (moved === undefined || moved.some((secret) => secret.length < 4 && text.includes(secret))) return mask
    return wordsWithoutTokens(
      moved.toSorted((a, b) => b.length - a.length).reduce((masked, secret) => masked.replaceAll(secret, mask), text),
    )
  }
  return {
    ...error,
    ...(typeof error.facts?.['said'] === 'string' && { facts: { ...error.facts, said: words(error.facts['said']) } }),
    ...(error.fields && {
      fields: error.fields.map(({ path, message, ...known }) => ({
        ...known,
        path: words(path),
        message: words(message),
      })),
    }),
  }
}
