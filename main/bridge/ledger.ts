import type { Ledger } from '../ledger/types.ts'
import type { HandlersOf } from './handlers.ts'

/** `edit` is the draft store's: another content for a queued intent is a new revision of its draft. */
export interface LedgerServices {
  ledger: Ledger
  edit: HandlersOf<'ledger'>['ledger.edit']
}

export function ledgerHandlers({ ledger, edit }: LedgerServices): HandlersOf<'ledger'> {
  return {
    'ledger.submit': ({ draft, press, environment, pressedAt, saw, ...request }) =>
      ledger.submit(request, {
        ...(draft && { draft }),
        ...(press !== undefined && { press }),
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
    'ledger.edit': edit,
  }
}
