// A draft's request and what is written beside it. What can't be sent as it is written is kept beside the last body that could.
import { shallowReactive } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { adoptReferences, sameJson } from '#writing/draft/draft-content.ts'
import type { LoadReason } from '#writing/revisions/types.ts'
import { valueAt, type Place } from '#records/resources/request/body-form.ts'
import { readQuery, rowsOf } from '#records/resources/request/query-rows.ts'
import { newWorkState } from '#records/resources/request/useWork.ts'
import { readBody, textOf } from '#records/resources/request/work.ts'
import type { QueryRow } from '#kit/stores/open-requests.ts'

export interface PlainFields {
  operation: string
  title: string
  tags: string[]
  notes: string
  environment: EnvironmentId | undefined
}

/** Keys in `extra`: a body that is not JSON, rows that are off or can't be sent, text in fields that can't be read yet. */
const unsentKeys = ['bodyText', 'queryRows', 'typed'] as const

const empty = (): PlainFields => ({ operation: '', title: '', tags: [], notes: '', environment: undefined })

/** The body of a draft, null for none; undefined where the text is no JSON. */
function bodyOf(text: string): Json | undefined {
  const { value, problems } = readBody(text)
  return problems.length > 0 ? undefined : (value ?? null)
}
const written = (body: Json): string => (body === null ? '' : textOf(body))

/** The state of the plain editor. Call the draft's `touch` after each change. */
export function createPlainForm() {
  const fields = shallowReactive(empty())
  const request = newWorkState()
  let open = false
  let body: Json = null
  let kept: Pick<DraftContent, 'extra' | 'base'> = { extra: {}, base: null }

  function read(): DraftContent | undefined {
    if (!open) return undefined
    const { operation, title, tags, notes, environment } = fields
    const { path, query: rows, text, typed } = request.work
    const now = bodyOf(text)
    const { query, faults } = readQuery(rows)
    body = now ?? body
    const extra: DraftContent['extra'] = Object.fromEntries(
      Object.entries(kept.extra).filter(([key]) => !unsentKeys.some((one) => one === key)),
    )
    if (now === undefined) extra['bodyText'] = text
    if (faults.size > 0 || rows.some(({ on }) => !on)) extra['queryRows'] = rows.map((row) => ({ ...row }))
    const unread = Object.entries(typed).filter(([key]) => isUnread(key, body))
    if (unread.length > 0) extra['typed'] = Object.fromEntries(unread)
    return {
      operation,
      title: title.slice(0, 500),
      tags: [...tags],
      notes,
      path: { ...path },
      query,
      body,
      ...(environment === undefined ? {} : { environment }),
      extra,
      base: kept.base,
    }
  }

  function load(draft: Draft | undefined, why: LoadReason): void {
    open = draft !== undefined
    request.unsent = false
    if (draft === undefined) {
      Object.assign(fields, empty())
      request.work = newWorkState().work
      return
    }
    kept = { extra: draft.extra, base: draft.base }
    const { work } = request
    const now = bodyOf(work.text)
    if (why === 'saved') {
      const adopted = now === undefined ? undefined : adoptReferences(now, body, draft.body)
      body = draft.body
      if (adopted !== undefined && adopted !== now) request.work = { ...work, text: written(adopted) }
      return
    }
    const { bodyText, queryRows, typed } = draft.extra
    body = draft.body
    const rows = Array.isArray(queryRows) ? (queryRows as unknown[]).filter(isRow) : []
    // An unchanged body keeps its text, and the caret its place.
    const same = why !== 'opened' && now !== undefined && sameJson(now, draft.body)
    request.work = {
      path: { ...draft.path },
      query: sameJson(readQuery(rows).query, draft.query) ? rows : rowsOf(draft.query),
      text: typeof bodyText === 'string' ? bodyText : same ? work.text : written(draft.body),
      typed: Object.fromEntries(
        Object.entries(isObject(typed) ? typed : {}).flatMap(([key, text]): Array<[string, string]> =>
          typeof text === 'string' && isUnread(key, draft.body) ? [[key, text]] : [],
        ),
      ),
      added: same ? work.added : [],
      masked: false,
    }
    Object.assign(fields, {
      operation: draft.operation,
      title: draft.title,
      tags: [...draft.tags],
      notes: draft.notes,
      environment: draft.environment,
    } satisfies PlainFields)
  }

  return {
    fields: fields as Readonly<PlainFields>,
    request,
    change: (changed: Partial<PlainFields>): void => void Object.assign(fields, changed),
    read,
    load,
  }
}

/** Whether a typed text has no value in the body yet. */
function isUnread(key: string, body: Json): boolean {
  return key.startsWith('[') && valueAt(body, JSON.parse(key) as Place) === undefined
}

const isRow = (value: unknown): value is QueryRow => {
  const { name, value: text, type, on } = (value ?? {}) as Record<string, unknown>
  return (
    typeof name === 'string' &&
    typeof text === 'string' &&
    typeof on === 'boolean' &&
    ['text', 'number', 'switch', 'null'].some((one) => one === type)
  )
}

export type PlainForm = ReturnType<typeof createPlainForm>
