import type { Json, JsonSchema } from '#contract/json.ts'
import { learnedParts, type LearnedForm, type LearnedPart } from '#contract/learned.ts'
import { infer, type SecretRules } from './infer.ts'
import { limits } from './limits.ts'
import { merge, mergeAll, mergeKnown, prune } from './merge.ts'
import { isThere } from './required-hints.ts'
import { countNames, isEmpty, requiredAs } from './schema.ts'
import { overlay, removedNames, type Place } from './user-edits.ts'

type Parts = Partial<Record<LearnedPart, JsonSchema>>

export interface Form {
  learned: Parts
  written: Parts
  removed: Partial<Record<LearnedPart, Place[]>>
  missed: string[]
  sent: number
  answered: number
  taught: Parts
  files: number
}

/**
 * What one exchange shows. An accepted request counts as an object even without body or query: then no field is
 * required.
 */
export type Observation = { taken: { body?: Json; query: Json }; answer: Json | undefined } | { missed: string[] }

export const emptyForm: Form = {
  learned: {},
  written: {},
  removed: {},
  missed: [],
  sent: 0,
  answered: 0,
  taught: {},
  files: 0,
}

export function learn(form: Form, observation: Observation, rules: SecretRules): Form {
  if ('missed' in observation)
    return {
      ...form,
      missed: [...new Set([...form.missed, ...observation.missed])]
        .filter((name) => !name.split('.').some(rules.holdsInName))
        .slice(0, limits.missed),
    }
  const { taken, answer } = observation
  const learned = { ...form.learned }
  for (const [part, value] of Object.entries({ ...taken, answer }) as Array<[LearnedPart, Json | undefined]>) {
    if (value === undefined) continue
    const seen = infer(value, rules)
    learned[part] = mergeKnown(learned[part], seen) ?? seen
  }
  return bounded({
    ...form,
    learned,
    missed: form.missed.filter((name) => isThere(taken.body ?? null, name) || isThere(taken.query, name)),
    sent: form.sent + 1,
    answered: form.answered + (answer === undefined ? 0 : 1),
  })
}

export function join(a: Form, b: Form): Form {
  const parts = (of: 'learned' | 'taught'): Parts =>
    Object.fromEntries(
      learnedParts.flatMap((part) => {
        const all = mergeAll([a[of][part], b[of][part]].filter((schema) => schema !== undefined))
        return all === undefined ? [] : [[part, all]]
      }),
    )
  const missed = [...new Set([...a.missed, ...b.missed])].slice(0, limits.missed)
  return bounded({
    ...a,
    learned: parts('learned'),
    taught: parts('taught'),
    missed,
    sent: a.sent + b.sent,
    answered: a.answered + b.answered,
    files: a.files + b.files,
  })
}

export function knownNames(form: Form): number {
  return learnedParts.reduce((sum, part) => sum + countNames(partOf(form, part) ?? {}), 0)
}

export function edit(form: Form, part: LearnedPart, schema: JsonSchema): Form {
  const before = partOf(form, part)
  return {
    ...form,
    written: { ...form.written, [part]: schema },
    removed: { ...form.removed, [part]: removedNames(before, schema, form.removed[part] ?? []).slice(-limits.names) },
  }
}

/** Each part as the person wrote it, with what was learned beside it. */
export function shown(form: Form): Pick<LearnedForm, 'body' | 'query' | 'answer' | 'missed' | 'edited'> {
  const edited = learnedParts.filter((part) => form.written[part] !== undefined)
  const parts = learnedParts.flatMap((part) => {
    const schema = partOf(form, part)
    return schema === undefined || (isEmpty(schema) && !edited.includes(part)) ? [] : [[part, schema] as const]
  })
  return { ...(Object.fromEntries(parts) as Parts), missed: form.missed, edited }
}

function partOf({ learned, taught, written, removed }: Form, part: LearnedPart): JsonSchema | undefined {
  const known = withTaught(learned[part], taught[part])
  const seen = known === undefined || part !== 'answer' ? known : requiredAs(known, undefined)
  const own = written[part]
  return own === undefined ? seen : overlay(own, seen, removed[part] ?? [])
}

/** Observation decides what is required, where there was any; a description adds names and types. */
function withTaught(seen: JsonSchema | undefined, taught: JsonSchema | undefined): JsonSchema | undefined {
  return seen === undefined || taught === undefined ? (seen ?? taught) : requiredAs(merge(seen, taught), seen)
}

/**
 * Cut to the bounds: requests are kept before answers, outer names before inner ones, what was seen before what was
 * taught.
 */
function bounded(form: Form): Form {
  for (let most: number = limits.names; ; most = Math.floor(most / 2)) {
    let left = most
    const within = (parts: Parts): Parts => {
      const kept: Parts = {}
      for (const part of learnedParts) {
        const schema = parts[part]
        if (schema === undefined) continue
        kept[part] = prune(schema, left)
        left -= countNames(kept[part])
      }
      return kept
    }
    const next = { ...form, learned: within(form.learned), taught: within(form.taught) }
    if (most < 1 || Buffer.byteLength(JSON.stringify(next)) <= limits.formBytes) return next
  }
}
