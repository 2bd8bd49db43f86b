// An update that was drafted from a copy goes only after a look at the platform's copy. The intent is `sending` by then, so that
// nothing changes it between the look and the write.
import { nounOf } from '#answers/names.ts'
import { DeskError } from '#contract/errors.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient, WriteOutcome } from '../platform/client/types.ts'
import type { Entry, NewEvidence } from './intent-store.ts'
import { compareCopy } from './compare.ts'
import { identityOf } from './identity.ts'
import type { Journal } from './journal.ts'
import type { Ending } from './outcomes.ts'
import { readFor } from './confirming-read.ts'

/** Without `outcome` the write may go; with one the attempt has ended before its write. */
export interface Look {
  outcome?: WriteOutcome
  evidence?: NewEvidence
}

/** Looks before an intent goes that `expects` a copy; undefined where it expects none. */
export type Looking = (entry: Entry) => Promise<Look> | undefined

export function createLooking({
  client,
  operations,
  journal,
}: {
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  journal: Journal
}): Looking {
  async function look(
    entry: Entry,
    by: NonNullable<Operation['compare']>,
    base: NonNullable<Entry['intent']['expects']>['base'],
  ): Promise<Look> {
    const { intent, operation } = entry
    const read = readFor(intent.request, by, operations)
    if ('reason' in read || !read.namesRecord) return conflict(operation.key, untold, [])
    let answer: ReadAnswer
    try {
      answer = await client.read(read.request, intent.environment)
    } catch (error) {
      return failed(error, operation.key)
    }
    const earlier = intent.draft && journal.confirmedBefore(intent.draft.id, intent.environment, intent.id)
    const { verdict, fields, copy } = compareCopy({
      answer: answer.data,
      noun: nounOf(operation.resource),
      identity: identityOf(operation, intent.request),
      fields: by.fields,
      known: [base, intent.request.body ?? null, ...(earlier === undefined ? [] : [earlier])],
    })
    const seen = { status: answer.status, ...(answer.requestId !== undefined && { requestId: answer.requestId }) }
    if (verdict === 'same')
      return { evidence: { event: 'read', note: 'The platform still has the copy that this started from.', ...seen } }
    return conflict(operation.key, verdict === 'untold' ? untold : differing(fields), fields, {
      answer: copy,
      durationMs: answer.durationMs,
      seen,
    })
  }

  return (entry) => {
    const { compare } = entry.operation
    const { expects } = entry.intent
    return compare === undefined || expects === undefined ? undefined : look(entry, compare, expects.base)
  }
}

/** How an attempt goes into the ledger that was preceded by a look. */
export function withLook(ending: Ending, { outcome, evidence }: Look): Ending {
  if (evidence === undefined) return ending
  return { ...ending, evidence: outcome === undefined ? [evidence, ...ending.evidence] : [evidence] }
}

const untold = "The platform's copy can't be compared with the one that this started from."
const differing = (fields: readonly string[]) =>
  `The platform's copy has changed since this was started from it: ${fields.join(', ')}.`

interface Seen {
  answer: ReadAnswer['data']
  durationMs: number
  seen: { status: number; requestId?: string }
}

function conflict(operation: string, what: string, fields: readonly string[], copy?: Seen): Look {
  const error = new DeskError(
    'conflict',
    `${what} Nothing was sent, and what you wrote is kept. Compare the two and choose what stays.`,
    {
      operation,
      ...(fields.length > 0 && { fields: fields.map((path) => ({ path, message: 'Differs on the platform' })) }),
    },
  ).toShape()
  return {
    outcome: { outcome: 'rejected', error, durationMs: copy?.durationMs ?? 0, ...(copy && { answer: copy.answer }) },
    evidence: { event: 'read', note: `${what} Nothing was sent.`, ...copy?.seen },
  }
}

/** A read that failed sends nothing. Whether the intent waits or ends is decided as for a write that could not be sent. */
function failed(error: unknown, operation: string): Look {
  if (!(error instanceof DeskError)) {
    return {
      outcome: {
        outcome: 'not_sent',
        error: new DeskError(
          'internal',
          "The platform's copy could not be read. Nothing was sent, and what you wrote is kept. Send it again.",
          { operation },
        ).toShape(),
      },
    }
  }
  const shape = { ...error.toShape(), operation }
  if (error.code === 'rate_limited') return { outcome: { outcome: 'rate_limited', error: shape } }
  if (error.code !== 'not_found') return { outcome: { outcome: 'not_sent', error: shape } }
  const message =
    'The platform no longer has this record. Nothing was sent, and what you wrote is kept. Send it as a new one, or let it go.'
  const { status, requestId } = error.details
  return {
    outcome: { outcome: 'rejected', error: { ...shape, message }, durationMs: 0 },
    evidence: {
      event: 'read',
      note: 'The platform no longer has this record. Nothing was sent.',
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
    },
  }
}
