// After a stop or a crash: what was on the wire is unknown, what may not wait was never sent, the rest stays queued.
import { DeskError } from '#contract/errors.ts'
import { isEncoderIntent } from '#contract/air/encoder.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import type { Operation } from '../catalog/entry.ts'
import { isoNow, type Clock } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import type { IntentStore, Change, Entry } from './intent-store.ts'
import { neverSent } from './dispatch.ts'
import { restoredEvent } from './resend-policy.ts'
import type { Journal } from './journal.ts'
import { targetOperations } from './targets/types.ts'
import { settleMsOf } from './outcomes.ts'

export interface RestartParts {
  database: ProfileDatabase
  journal: Journal
  intents: IntentStore
  operations: ReadonlyMap<string, Operation>
  clock: Clock
}

/** Loads the open intents in one transaction. Returns those whose effect is still to be read, with their settle windows. */
export function recoverIntents({
  database,
  journal,
  intents,
  operations,
  clock,
}: RestartParts): Array<{ entry: Entry; settleMs: number }> {
  const settledAt = isoNow(clock)
  const entries = journal
    .open()
    .filter(({ intent }) => intents.get(intent.id) === undefined)
    .map(({ intent, place, readable }) => {
      const target = isEncoderIntent(intent) ? targetOperations.get(intent.operation) : undefined
      const operation = readable && target === undefined ? operations.get(intent.operation) : undefined
      return intents.entry(intent, operation ?? target ?? settleOnly(intent), {
        place,
        sendable: operation !== undefined,
      })
    })
  for (const entry of entries) intents.adopt(entry)
  intents.changeAll(entries.flatMap((entry) => changeOf(entry, database.restored, settledAt)))
  if (database.restored) database.restoreHandled()
  return entries
    .filter((entry) => isUnsettled(entry.intent.state))
    .map((entry) => ({ entry, settleMs: settleMsOf('restarted') }))
}

function changeOf(entry: Entry, restored: boolean, settledAt: string): Change[] {
  const { state } = entry.intent
  if (restored && isUnsettled(state))
    return [{ entry, event: 'note', evidence: [{ event: restoredEvent, code: 'restored' }] }]
  if (isUnsettled(state)) return []
  if (restored) {
    return [
      {
        entry,
        event: 'lose',
        patch: lost(entry.intent, 'restored_while_open', 'The profile was restored from a backup.'),
        evidence: [{ event: restoredEvent, code: 'restored' }],
      },
    ]
  }
  if (state === 'sending') {
    return [
      {
        entry,
        event: 'lose',
        patch: lost(entry.intent, 'desk_stopped', 'The desk stopped while this was being sent.'),
        evidence: [{ event: 'restarted', code: 'stopped_before_answer' }],
      },
    ]
  }
  if (entry.operation.queueable) return []
  return [
    {
      entry,
      event: 'withdraw',
      patch: neverSent(settledAt),
      evidence: [{ event: 'not_sent', code: 'stopped_before_sending' }],
    },
  ]
}

const lost = ({ operation }: Intent, reason: ErrorReason, message: string) => ({
  error: new DeskError('unknown_outcome', message, { operation, facts: { reason } }).toShape(),
  waiting: undefined,
  held: undefined,
})

/** Replaces an operation that left the catalog, or whose request is unreadable. Its intent can be settled, not sent. */
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
