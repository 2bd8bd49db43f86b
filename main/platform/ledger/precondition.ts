// An update that was drafted from a copy is sent only after the platform's copy was read and compared. The intent is `sending` by then,
// so that nothing changes it in between.
import { defined } from '#contract/defined.ts'
import { nounOf } from '#answers/names.ts'
import { DeskError } from '#contract/errors.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { PlatformClient, WriteOutcome } from '../client/types.ts'
import type { Entry, NewEvidence } from './intent-store.ts'
import { compareCopy } from './compare.ts'
import { identityOf } from './identity.ts'
import type { Journal } from './journal.ts'
import type { Ending } from './outcomes.ts'
import { readFor } from './confirming-read.ts'

/** With an `outcome` the attempt ends without its write. */
export interface Precondition {
  outcome?: WriteOutcome
  evidence?: NewEvidence
}

/** Undefined for an intent that expects no copy. */
export type PreconditionCheck = (entry: Entry) => Promise<Precondition> | undefined

export function createPreconditionCheck({
  client,
  operations,
  journal,
}: {
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  journal: Journal
}): PreconditionCheck {
  async function check(
    entry: Entry,
    by: NonNullable<Operation['compare']>,
    base: NonNullable<Entry['intent']['expects']>['base'],
  ): Promise<Precondition> {
    const { intent, operation } = entry
    const read = readFor(intent.request, by, operations)
    if ('missing' in read || !read.namesRecord) return conflict(operation.key, [])
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
    const seen = { status: answer.status, ...defined({ requestId: answer.requestId }) }
    if (verdict === 'same') return { evidence: { event: 'read', code: 'copy_same', ...seen } }
    return conflict(operation.key, fields, {
      answer: copy,
      durationMs: answer.durationMs,
      seen,
    })
  }

  return (entry) => {
    const { compare } = entry.operation
    const { expects } = entry.intent
    return compare === undefined || expects === undefined ? undefined : check(entry, compare, expects.base)
  }
}

/** Adds the check's evidence to the ending of its attempt. */
export function withPrecondition(ending: Ending, { outcome, evidence }: Precondition): Ending {
  if (evidence === undefined) return ending
  return { ...ending, evidence: outcome === undefined ? [evidence, ...ending.evidence] : [evidence] }
}

/** Without `fields` the copies could not be compared. */
function conflict(
  operation: string,
  fields: string[],
  copy?: { answer: ReadAnswer['data']; durationMs: number; seen: { status: number; requestId?: string } },
): Precondition {
  const [reason, message] =
    fields.length === 0
      ? (['copy_not_comparable', "The platform's copy can't be compared with the one that this started from."] as const)
      : (['copy_changed', "The platform's copy has changed since this was started from it."] as const)
  const facts = { reason, ...(fields.length > 0 && { fields }) }
  const error = new DeskError('conflict', message, {
    operation,
    facts,
    ...(fields.length > 0 && {
      fields: fields.map((path) => ({ path, message: 'Differs on the platform', reason: 'differs_on_platform' })),
    }),
  }).toShape()
  return {
    outcome: { outcome: 'rejected', error, durationMs: copy?.durationMs ?? 0, ...(copy && { answer: copy.answer }) },
    evidence: { event: 'read', code: reason, facts, ...copy?.seen },
  }
}

/** A read that failed sends nothing. Whether the intent waits or ends is decided as for a write that could not be sent. */
function failed(error: unknown, operation: string): Precondition {
  if (!(error instanceof DeskError)) {
    const shape = new DeskError('internal', "The platform's copy could not be read.", {
      operation,
      facts: { reason: 'copy_not_read' },
    }).toShape()
    return { outcome: { outcome: 'not_sent', error: shape } }
  }
  const shape = { ...error.toShape(), operation }
  if (error.code === 'rate_limited') return { outcome: { outcome: 'rate_limited', error: shape } }
  const { status, requestId } = error.details
  // A read that was refused inside 2xx says nothing of the record, whatever it calls it.
  if (error.code !== 'not_found' || (status ?? 404) < 400) return { outcome: { outcome: 'not_sent', error: shape } }
  return {
    outcome: {
      outcome: 'rejected',
      error: { ...shape, message: 'The platform no longer has this record.', facts: { reason: 'record_gone' } },
      durationMs: 0,
    },
    evidence: {
      event: 'read',
      code: 'record_gone',
      ...defined({ status, requestId }),
    },
  }
}
