// One operation's form in one environment, as it is kept, and how it grows by an exchange. Pure: nothing here knows where it is stored.
import type { Json, JsonSchema } from '#contract/json.ts'
import type { LearnedForm, LearnedPart } from '#contract/learned.ts'
import { learnedParts } from '#contract/learned.ts'
import { infer } from './infer.ts'
import type { Known } from './infer.ts'
import { limits } from './limits.ts'
import { merge, mergeAll, prune } from './merge.ts'
import { isThere } from './required-hints.ts'
import { countNames, isEmpty, requiredAs, withoutRequired } from './schema.ts'
import { overlay, removedNames } from './user-edits.ts'
import type { Place } from './user-edits.ts'

type Parts = Partial<Record<LearnedPart, JsonSchema>>

export interface Form {
  learned: Parts
  written: Parts
  /** Names that the person took out of a part. */
  removed: Partial<Record<LearnedPart, Place[]>>
  missed: string[]
  sent: number
  answered: number
  /** What a description of the API says, beside what was seen. */
  taught: Parts
  /** Files that it was taught from. */
  files: number
}

/** What one exchange teaches. A request that was taken is an object even where it had no body or query: then no field is needed. */
export type Lesson = { taken: { body?: Json; query: Json }; answer: Json | undefined } | { missed: string[] }

export const noForm: Form = {
  learned: {},
  written: {},
  removed: {},
  missed: [],
  sent: 0,
  answered: 0,
  taught: {},
  files: 0,
}

export function learn(form: Form, lesson: Lesson, known: Known): Form {
  if ('missed' in lesson)
    return {
      ...form,
      missed: [...new Set([...form.missed, ...lesson.missed])]
        .filter((name) => !name.split('.').some(known.holdsInName))
        .slice(0, limits.missed),
    }
  const { taken, answer } = lesson
  const more = (part: LearnedPart, value: Json | undefined): Parts => {
    if (value === undefined) return {}
    const before = form.learned[part]
    const seen = infer(value, known)
    return { [part]: before === undefined ? seen : merge(before, seen) }
  }
  return bounded({
    ...form,
    learned: { ...form.learned, ...more('body', taken.body), ...more('query', taken.query), ...more('answer', answer) },
    missed: form.missed.filter((name) => isThere(taken.body ?? null, name) || isThere(taken.query, name)),
    sent: form.sent + 1,
    answered: form.answered + (answer === undefined ? 0 : 1),
  })
}

/** Two forms of one operation in one: what was learned, taught and missed in either. */
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

/** How many names of all parts are known. */
export function knownNames(form: Form): number {
  return learnedParts.reduce((sum, part) => sum + countNames(partOf(form, part) ?? {}), 0)
}

/** The form with another schema of the person's in the place of a part. */
export function edit(form: Form, part: LearnedPart, schema: JsonSchema): Form {
  const before = partOf(form, part)
  return {
    ...form,
    written: { ...form.written, [part]: schema },
    removed: { ...form.removed, [part]: removedNames(before, schema, form.removed[part] ?? []).slice(-limits.names) },
  }
}

/** What is shown of it: for each part what was written, with what was learned beside it. */
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
  const seen = known === undefined || part !== 'answer' ? known : withoutRequired(known)
  const own = written[part]
  return own === undefined ? seen : overlay(own, seen, removed[part] ?? [])
}

/** What was seen with what a description adds to it: names and types. What is required is told by what was seen, where anything was. */
function withTaught(seen: JsonSchema | undefined, taught: JsonSchema | undefined): JsonSchema | undefined {
  return seen === undefined || taught === undefined ? (seen ?? taught) : requiredAs(merge(seen, taught), seen)
}

/** Within the bounds: requests before answers, outer names before inner ones, what was seen before what was taught. */
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
