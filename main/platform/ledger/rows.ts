// Converts an intent to its row and back. What damage made unreadable is left out.
import { deedSchema, type Deed } from '#contract/deed-schema.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import { classOf } from '../catalog/class.ts'
import type { Operation } from '../catalog/entry.ts'
import type { SqlValue } from '../../core/storage/types.ts'

type Row = Record<string, SqlValue>

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** What an intent's row holds beside its place, press and record. */
const values = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  operation: ({ operation }) => operation,
  environment: ({ environment }) => environment,
  product: ({ product }) => product,
  risk: ({ risk }) => risk,
  account: ({ account }) => account ?? null,
  created_at: ({ createdAt }) => createdAt,
  state: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  sent_at: ({ sentAt }) => sentAt ?? null,
  settled_at: ({ settledAt }) => settledAt ?? null,
  duration_ms: ({ durationMs }) => (durationMs === undefined ? null : Math.round(durationMs)),
  status: ({ status }) => status ?? null,
  request_id: ({ requestId }) => requestId ?? null,
  waiting: ({ waiting }) => json(waiting),
  error: ({ error }) => json(error),
  evidence: ({ evidence }) => json(evidence),
  answer: ({ answer }) => json(answer),
  held: ({ held }) => (held === true ? 1 : 0),
  request: ({ request }) => json(request),
  draft_id: ({ draft }) => draft?.id ?? null,
  draft_revision: ({ draft }) => draft?.revision ?? null,
  expects: ({ expects }) => json(expects),
  deed: ({ deed }) => json(deed),
  made_by: ({ by }) => by ?? null,
  target: ({ target }) => target ?? 'platform',
} satisfies Record<string, (intent: Intent) => SqlValue>
type Column = keyof typeof values

export const columns = Object.keys(values) as Column[]
/** What an edit of a queued intent changes. */
export const contentColumns: readonly Column[] = ['request', 'draft_id', 'draft_revision', 'expects', 'deed']
/** What anything else changes. */
export const stateColumns = columns.slice(columns.indexOf('state'), columns.indexOf('request'))

export const valuesOf = (intent: Intent, names: readonly Column[]): SqlValue[] =>
  names.map((name) => values[name](intent))

/** Risk and product come from the catalog, whatever the row says. */
export function intentOf(row: Row, operations: ReadonlyMap<string, Operation>): Intent {
  const operation = String(row.operation)
  return defined({
    id: String(row.id),
    reference: String(row.reference),
    operation,
    state: String(row.state),
    environment: String(row.environment),
    ...classOf(operations, operation, String(row.product) as Product),
    target: row.target === 'encoder' ? 'encoder' : undefined,
    request: parsed(row.request) ?? {},
    attempts: Number(row.attempts),
    createdAt: String(row.created_at),
    evidence: parsed(row.evidence) ?? [],
    account: row.account ?? undefined,
    status: row.status ?? undefined,
    requestId: row.request_id ?? undefined,
    sentAt: row.sent_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    waiting: parsed(row.waiting),
    error: parsed(row.error),
    answer: parsed(row.answer),
    held: row.held === 1 || undefined,
    draft: typeof row.draft_id === 'string' ? { id: row.draft_id, revision: Number(row.draft_revision) } : undefined,
    expects: parsed(row.expects),
    deed: deedOf(row.deed),
    by: row.made_by ?? undefined,
  }) as unknown as Intent
}

/** Undefined where there is none, or a later version wrote one that this one does not know. */
export const deedOf = (value: SqlValue | undefined): Deed | undefined => deedSchema().safeParse(parsed(value)).data

/** Without the values that are undefined. */
export const defined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))

/** Undefined where there is none, or it is unreadable. */
export function parsed(value: SqlValue | undefined): Json | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}
