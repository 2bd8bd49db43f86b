import type { BridgeInput } from '#contract/bridge.ts'
import type { Intent } from '#contract/models.ts'
import { draftAddress, hasStudio } from '#writing/draft/draft-address.ts'

/** A request as it is edited: every value as text. */
export interface EditForm {
  path: Record<string, string>
  query: Record<string, string>
  /** JSON; empty where there is no body. */
  body: string
}

/** The studio view in which a queued intent is edited; undefined where its request itself is edited. */
export function studioOf({ operation, draft }: Intent): ReturnType<typeof draftAddress> | undefined {
  return draft !== undefined && hasStudio(operation) ? draftAddress({ operation, id: draft.id }) : undefined
}

export function formOf({ path, query, body }: Intent['request']): EditForm {
  return {
    path: { ...path },
    query: Object.fromEntries(
      Object.entries(query ?? {}).map(([name, value]) => [
        name,
        value === null ? '' : String(value as string | number | boolean),
      ]),
    ),
    body: body === undefined || body === null ? '' : JSON.stringify(body, null, 2),
  }
}

/** @throws SyntaxError where the body is no JSON */
export function editOf({ id, request }: Intent, form: EditForm): BridgeInput<'ledger.edit'> {
  const query = Object.entries(form.query).map(([name, text]) => [name, typed(text, request.query?.[name])] as const)
  return {
    id,
    path: form.path,
    query: Object.fromEntries(query),
    ...(form.body.trim() === '' ? {} : { body: JSON.parse(form.body) as unknown }),
  }
}

/** A text as a value of the type before, where it reads as one. */
function typed(text: string, before: unknown): string | number | boolean | null {
  if (before === null && text === '') return null
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

export const copyOf = ({ path, query, body }: EditForm): string =>
  [...Object.entries({ ...path, ...query }).map(([name, value]) => `${name}: ${value}`), body]
    .filter(Boolean)
    .join('\n')
