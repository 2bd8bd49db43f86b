// A profile as an earlier version of the desk left it, with as many writes in its ledger as years of shows make.
import type { Clock } from '../../../../main/core/ports.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { log } from './support.ts'

/** The last version without records in the ledger. */
export const olderVersion = 6
export const older = migrations.slice(0, olderVersion)

type Written = [operation: string, product: string, risk: string, request: (n: number) => unknown]
const operations: readonly [Written, ...Written[]] = [
  [
    'PUT /api/video/event/update',
    'Video',
    'onair',
    (n) => ({
      body: {
        eventId: `ev_${n % 40}`,
        options: { started: n % 2 === 0, streamKey: { $secret: `draft/d${n % 40}/streamKey/AAAAAAAAAAAAAAAA` } },
      },
    }),
  ],
  [
    'POST /api/payment/charge/refund',
    'Payments',
    'money',
    (n) => ({ body: { chargeId: `ch_${n}`, amount: 100 + n, reason: 'Asked for it' } }),
  ],
  [
    'POST /api/marketing/contact/create',
    'Marketing',
    'edit',
    (n) => ({ body: { name: `Contact ${n}`, email: `contact${n}@example.com`, note: 'x'.repeat(300) } }),
  ],
  ['DELETE /api/commerce/placement/{placementId}', 'Ads', 'destroy', (n) => ({ path: { placementId: `pl_${n}` } })],
  [
    'PUT /api/marketing/template/update',
    'Marketing',
    'edit',
    (n) => ({ body: { template_id: n, html: `<p>${'word '.repeat(100)}</p>` } }),
  ],
]
const [first] = operations
const states = [
  'confirmed',
  'confirmed',
  'confirmed',
  'confirmed',
  'confirmed',
  'rejected',
  'cancelled',
  'unknown',
  'queued',
  'confirmed',
]

/** Makes it in a folder, closed; with `count` writes of all states and kinds, some of drafts and of pressed buttons. */
export async function makeOlderProfile(folder: string, clock: Clock, count: number): Promise<void> {
  const database = await openProfileWith(older, { folder, clock, log })
  const columns = [
    'id',
    'reference',
    'operation',
    'state',
    'environment',
    'product',
    'risk',
    'place',
    'attempts',
    'created_at',
    'sent_at',
    'settled_at',
    'duration_ms',
    'status',
    'request_id',
    'error',
    'evidence',
    'answer',
    'request',
    'draft_id',
    'draft_revision',
    'press',
  ]
  const insert = database.statement(
    `INSERT INTO intents (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const start = clock.now() - count * 60_000
  database.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const [operation, product, risk, request] = operations[n % operations.length] ?? first
      const state = states[n % states.length] ?? 'confirmed'
      const at = new Date(start + n * 60_000).toISOString()
      const settled = state === 'unknown' || state === 'queued' ? null : at
      const evidence = [
        { at, event: 'sent', note: 'Sent.' },
        { at, event: 'answered', note: 'The platform confirmed it.', status: 200, requestId: `req-${n}` },
      ]
      const error =
        state === 'rejected'
          ? JSON.stringify({
              code: 'invalid_request',
              message: 'The platform did not accept the request (400).',
              retryable: false,
              status: 400,
            })
          : null
      const answer =
        state === 'confirmed' ? JSON.stringify({ data: { id: `r${n}`, status: 'ok' }, requestId: `req-${n}` }) : null
      insert.run(
        `0${String(n).padStart(25, '0')}`,
        `sd_${n}`,
        operation,
        state,
        ['production', 'development', 'rehearsal'][n % 3] ?? 'rehearsal',
        product,
        risk,
        n + 1,
        1,
        at,
        at,
        settled,
        40,
        200,
        `req-${n}`,
        error,
        JSON.stringify(evidence),
        answer,
        JSON.stringify(request(n)),
        n % 7 === 0 ? `d${n % 40}` : null,
        n % 7 === 0 ? 1 : null,
        n % 3 === 0 ? `press-${n}` : null,
      )
    }
  })
  database.close()
}
