import type { DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function ledgerHandlers({ ledger, drafts }: Pick<Services, 'ledger' | 'drafts'>): HandlersOf<'ledger'> {
  return {
    'ledger.submit': ({ draft, press, deed, environment, pressedAt, saw, ...request }) =>
      ledger.submit(request, {
        ...(draft && { draft }),
        ...(press !== undefined && { press }),
        ...(deed && { deed }),
        decision: { environment, pressedAt, saw },
      }),
    'ledger.newest': ({ environment, ...request }) => ledger.newest(request, environment),
    'ledger.get': ({ id }) => ledger.get(id),
    'ledger.list': (filter) => ledger.list(filter),
    'ledger.retry': ({ id, ...decision }) => ledger.retry(id, decision),
    'ledger.cancel': ({ id }) => ledger.cancel(id),
    'ledger.resolve': ({ id, as }) => ledger.resolve(id, as),
    'ledger.reconcile': ({ id }) => ledger.reconcile(id),
    'ledger.queue': () => ({ lanes: ledger.queue() }),
    'ledger.hold': ({ id, held }) => ledger.hold(id, held),
    'ledger.move': ({ id, by }) => ledger.move(id, by),
    // Other content for a queued intent is a new revision of its draft.
    'ledger.edit': ({ id, path, query, body }) => {
      const { request } = ledger.get(id)
      return drafts.edit(id, {
        path: path ?? request.path ?? {},
        query: query ?? ((request.query ?? {}) as DraftContent['query']),
        body: body === undefined ? (request.body ?? null) : (body as Json),
      })
    },
  }
}
