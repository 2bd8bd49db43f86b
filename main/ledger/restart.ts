// The first thing after a stop or a crash: what was on the wire is unknown, what may not wait was never sent, the rest goes on.
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import type { Book, Change, Entry } from './intent-store.ts'
import { neverSent } from './dispatch.ts'
import { restoredEvent } from './resend-policy.ts'
import type { Journal } from './journal.ts'
import { settleMsOf } from './outcomes.ts'

export interface RestartParts {
  database: ProfileDatabase
  journal: Journal
  book: Book
  operations: ReadonlyMap<string, Operation>
  clock: Clock
}

/** Takes the open intents in, in one transaction; answers the unknown ones, with how long an absence proves nothing of each. */
export function recoverIntents({
  database,
  journal,
  book,
  operations,
  clock,
}: RestartParts): Array<{ entry: Entry; settleMs: number }> {
  const settledAt = new Date(clock.now()).toISOString()
  const entries = journal
    .open()
    .filter(({ intent }) => book.get(intent.id) === undefined)
    .map(({ intent, place, readable }) => {
      const operation = readable ? operations.get(intent.operation) : undefined
      return book.entry(intent, operation ?? settleOnly(intent), { place, sendable: operation !== undefined })
    })
  for (const entry of entries) book.adopt(entry)
  book.changeAll(entries.flatMap((entry) => changeOf(entry, database.restored, settledAt)))
  if (database.restored) database.restoreHandled()
  return entries
    .filter((entry) => entry.intent.state === 'unknown')
    .map((entry) => ({ entry, settleMs: settleMsOf('restarted') }))
}

function changeOf(entry: Entry, restored: boolean, settledAt: string): Change[] {
  const { state } = entry.intent
  if (restored && state === 'unknown')
    return [{ entry, event: 'note', evidence: [{ event: restoredEvent, note: 'Found open in a restored backup.' }] }]
  if (state === 'unknown') return []
  if (restored) {
    return [
      {
        entry,
        event: 'lose',
        patch: lost(entry.intent, 'The profile was restored from a backup. Whether this was sent since is not known.'),
        evidence: [{ event: restoredEvent, note: 'Found open in a restored backup.' }],
      },
    ]
  }
  if (state === 'sending') {
    return [
      {
        entry,
        event: 'lose',
        patch: lost(
          entry.intent,
          'The desk stopped while this was being sent. Whether the platform has applied it is not known.',
        ),
        evidence: [{ event: 'restarted', note: 'The desk stopped before the answer.' }],
      },
    ]
  }
  if (entry.operation.queueable) return []
  return [
    {
      entry,
      event: 'withdraw',
      patch: neverSent(settledAt),
      evidence: [{ event: 'not_sent', note: 'The desk stopped before it was sent.' }],
    },
  ]
}

const lost = (intent: Intent, message: string) => ({
  error: new DeskError('unknown_outcome', message, { operation: intent.operation }).toShape(),
  waiting: undefined,
  held: undefined,
})

/** Stands for an operation that a newer catalog no longer has, or whose request can't be read: it can be looked at and settled, not sent. */
function settleOnly(intent: Intent): Operation {
  const [, path = ''] = intent.operation.split(' ')
  const { operation: key, product, risk } = intent
  return {
    key,
    path,
    method: 'POST',
    pathParams: [],
    product,
    risk,
    resource: path,
    name: key,
    kind: 'act',
    queueable: false,
    auth: 'apiKey',
  }
}
