// A request as its parts. The body is edited as text; while that is not JSON, it is kept beside the last body that was.
import { computed, shallowReactive } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { parseJson } from '#kit/components/text/json-text.ts'
import { adoptReferences, sameJson } from '#writing/draft/draft-content.ts'
import type { LoadReason } from '#writing/revisions/types.ts'

export interface QueryRow {
  name: string
  value: string
}

export interface PlainFields {
  operation: string
  title: string
  tags: string[]
  notes: string
  path: Record<string, string>
  query: QueryRow[]
  bodyText: string
  environment: EnvironmentId | undefined
}

/** Key in `extra` of a body that is not JSON. */
const textKey = 'bodyText'

const empty = (): PlainFields => ({
  operation: '',
  title: '',
  tags: [],
  notes: '',
  path: {},
  query: [],
  bodyText: '',
  environment: undefined,
})

function bodyOf(text: string): Json | undefined {
  if (text.trim() === '') return null
  const parsed = parseJson(text)
  return parsed.ok ? (parsed.value as Json) : undefined
}

const bodyText = (body: Json): string => (body === null ? '' : JSON.stringify(body, null, 2))

/** The state of the plain editor. Call the draft's `touch` after each `change`. */
export function createPlainForm() {
  const fields = shallowReactive(empty())
  let open = false
  let body: Json = null
  let kept: Pick<DraftContent, 'extra' | 'base' | 'query'> = { extra: {}, base: null, query: {} }

  function read(): DraftContent | undefined {
    if (!open) return undefined
    const { operation, title, tags, notes, path, query, environment } = fields
    const written = bodyOf(fields.bodyText)
    body = written ?? body
    const extra = Object.fromEntries(Object.entries(kept.extra).filter(([key]) => key !== textKey))
    return {
      operation,
      title: title.slice(0, 500),
      tags: [...tags],
      notes,
      path: { ...path },
      query: Object.fromEntries(
        query.filter(({ name }) => name !== '').map(({ name, value }) => [name, valueOf(name, value)]),
      ),
      body,
      ...(environment === undefined ? {} : { environment }),
      extra: written === undefined ? { ...extra, [textKey]: fields.bodyText } : extra,
      base: kept.base,
    }
  }

  /** A value that is not text keeps its type until it is edited. */
  function valueOf(name: string, value: string): string | number | boolean | null {
    const before = kept.query[name]
    return before !== undefined && String(before) === value ? before : value
  }

  function load(draft: Draft | undefined, why: LoadReason): void {
    open = draft !== undefined
    if (draft === undefined) {
      Object.assign(fields, empty())
      return
    }
    kept = { extra: draft.extra, base: draft.base, query: draft.query }
    const now = bodyOf(fields.bodyText)
    if (why === 'saved') {
      const adopted = now === undefined ? undefined : adoptReferences(now, body, draft.body)
      if (adopted !== undefined && adopted !== now) fields.bodyText = bodyText(adopted)
      body = draft.body
      return
    }
    const text = draft.extra[textKey]
    body = draft.body
    Object.assign(fields, {
      operation: draft.operation,
      title: draft.title,
      tags: [...draft.tags],
      notes: draft.notes,
      path: { ...draft.path },
      query: Object.entries(draft.query).map(([name, value]) => ({ name, value: String(value) })),
      // An unchanged body keeps its text, and the caret its place.
      bodyText:
        typeof text === 'string'
          ? text
          : why !== 'opened' && now !== undefined && sameJson(now, draft.body)
            ? fields.bodyText
            : bodyText(draft.body),
      environment: draft.environment,
    } satisfies PlainFields)
  }

  return {
    fields: fields as Readonly<PlainFields>,
    change: (changed: Partial<PlainFields>): void => void Object.assign(fields, changed),
    bodyValid: computed(() => bodyOf(fields.bodyText) !== undefined),
    read,
    load,
  }
}

export type PlainForm = ReturnType<typeof createPlainForm>
