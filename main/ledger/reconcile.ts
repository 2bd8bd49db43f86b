// After a lost answer the desk reads before anything is sent again. One read at once; an absence counts only after the settle
// window, and only when two reads agree. Money and live commands are never sent again from here.
import { readAnswer } from '#answers/answer.ts'
import type { Expectation } from '#answers/answer.ts'
import { nounOf } from '#answers/names.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Entry, NewEvidence } from './intent-store.ts'
import { canonical, identityOf } from './identity.ts'
import type { Journal } from './journal.ts'
import type { Judgement } from './match.ts'
import { idsOf, judge } from './match.ts'
import { backoffMs } from './offline.ts'
import { confirmingRead } from './confirming-read.ts'
import { mayResend, restoredEvent, sentAtOf } from './resend-policy.ts'
import { createSlots } from './slots.ts'

const mostParallel = 4
const betweenReadsMs = 1_000
const readsForProof = 2

export interface Reconciler {
  /** Follows an intent that has just become unknown, by itself. */
  begin(entry: Entry, settleMs: number): void
  /** Reads once, now. Throws the DeskError of a read that failed. */
  once(entry: Entry): Promise<void>
  /** Reads again at once where a read had failed. */
  wake(): void
  stop(): void
}

export interface ReconcilerParts {
  book: Book
  journal: Journal
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** What the person said of a read's answers: a list of their choice may show our record, it never proves an absence. */
  choiceOf?: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** The intent was found, or is provably absent and queued again. */
  onDecided: (entry: Entry) => void
}

interface Watch {
  entry: Entry
  attempts: number
  /** From here on an absence counts, in milliseconds. */
  provesFrom: number
  absences: number
  unclear: number
  failures: number
  /** What the last failed read met. */
  met: ErrorCode | undefined
  cancel: (() => void) | undefined
  reading: Promise<void> | undefined
}

/** Failures of a read that waiting can mend. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'unreachable',
  'timed_out',
  'rate_limited',
  'server_error',
  'bad_response',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'no_credentials',
  'authentication_required',
  'invalid_state',
  'cancelled',
])

/** Failures that end with the news that the platform answers, or that a credential is there. */
const wokenBy: ReadonlySet<ErrorCode> = new Set([
  'unreachable',
  'timed_out',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'no_credentials',
])

export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { book, journal, client, operations, clock, log } = parts
  const watches = new Map<Entry, Watch>()
  const slots = createSlots(mostParallel)
  let stopped = false

  const current = (watch: Watch): boolean =>
    !stopped &&
    watches.get(watch.entry) === watch &&
    watch.entry.intent.state === 'unknown' &&
    watch.entry.intent.attempts === watch.attempts

  function watchOf(entry: Entry, settleMs: number): Watch {
    watches.get(entry)?.cancel?.()
    const watch: Watch = {
      entry,
      attempts: entry.intent.attempts,
      provesFrom: clock.now() + settleMs,
      absences: 0,
      unclear: 0,
      failures: 0,
      met: undefined,
      cancel: undefined,
      reading: undefined,
    }
    watches.set(entry, watch)
    return watch
  }

  function end(watch: Watch): void {
    watch.cancel?.()
    if (watches.get(watch.entry) === watch) watches.delete(watch.entry)
  }

  function plan(watch: Watch, ms: number): void {
    watch.cancel?.()
    watch.cancel = clock.after(Math.max(0, ms), () => {
      watch.cancel = undefined
      follow(watch)
    })
  }

  /** Reads by itself: what fails is tried again later. */
  function follow(watch: Watch): void {
    read(watch).catch((error: unknown) => {
      if (!current(watch)) return end(watch)
      if (watch.failures === 0) noteFailure(watch.entry, error)
      const wait = error instanceof DeskError ? (error.details.retryAfterMs ?? 0) : 0
      plan(watch, Math.max(wait, backoffMs(watch.failures)))
      watch.failures += 1
      watch.met = error instanceof DeskError ? error.code : undefined
    })
  }

  function noteFailure(entry: Entry, error: unknown): void {
    const reason = error instanceof DeskError ? error.message : 'it broke off.'
    try {
      book.change(entry, 'note', {}, [{ event: 'read', note: `The read failed and is tried again: ${reason}` }])
    } catch (failure) {
      log.write('warn', 'Evidence could not be saved.', {
        intent: entry.intent.id,
        reason: messageOf(failure),
      })
    }
  }

  function read(watch: Watch): Promise<void> {
    watch.reading ??= slots.run(() => readOnce(watch)).finally(() => (watch.reading = undefined))
    return watch.reading
  }

  async function readOnce(watch: Watch): Promise<void> {
    if (!current(watch)) return end(watch)
    const { entry } = watch
    const operation = confirmingRead(entry, operations)
    if ('reason' in operation) return take(watch, { verdict: 'unclear', note: operation.reason }, false, undefined)
    const counts = clock.now() >= watch.provesFrom
    const answer = await answerTo(operation.request, entry)
    if (!current(watch)) return end(watch)
    take(watch, judged(entry, operation, answer), counts, answer)
  }

  /** The answer; undefined for a record that is not there. Throws what waiting can mend. */
  async function answerTo(request: OperationRequest, entry: Entry): Promise<ReadAnswer | DeskError> {
    try {
      return await client.read(request, entry.intent.environment)
    } catch (error) {
      if (error instanceof DeskError && !passing.has(error.code)) return error
      if (!(error instanceof DeskError))
        log.write('error', 'A confirming read threw.', {
          reason: messageOf(error),
        })
      throw error
    }
  }

  function judged(
    entry: Entry,
    reading: { namesRecord: boolean; answers: Expectation },
    answer: ReadAnswer | DeskError,
  ): Judgement {
    const notThere = answer instanceof DeskError && answer.code === 'not_found' && reading.namesRecord
    if (answer instanceof DeskError && !notThere)
      return { verdict: 'unclear', note: `The read was refused: ${answer.message}` }
    const { intent, operation } = entry
    const noun = nounOf(operation.resource)
    const { confirmWith } = operation
    return judge(
      {
        match: confirmWith?.match ?? 'created',
        fields: confirmWith?.fields,
        noun,
        reference: intent.reference,
        body: intent.request.body,
        identity: identityOf(operation, intent.request),
        sentAt: sentAtOf(intent),
        claimed: (id) => claimOf(entry, reading.answers.resource ?? operation.resource, id),
        answers: { ...reading.answers, choice: parts.choiceOf?.(intent.environment, confirmWith?.read ?? '') },
      },
      answer instanceof DeskError ? undefined : answer.data,
    )
  }

  function claimOf(entry: Entry, resource: string, id: string | number): 'same' | 'other' | undefined {
    const { operation, environment, id: own, request } = entry.intent
    const made = journal
      .answersWith(operation, environment, own, JSON.stringify(id))
      .filter(({ answer }) =>
        readAnswer(answer, { resource, expect: 'record' }).rows.some((record) =>
          idsOf(record, nounOf(resource)).includes(id),
        ),
      )
    if (made.length === 0) return undefined
    const wanted = canonical(operation, environment, request)
    return made.some((other) => canonical(operation, environment, other.request) === wanted) ? 'same' : 'other'
  }

  function take(watch: Watch, judgement: Judgement, counts: boolean, answer: ReadAnswer | DeskError | undefined): void {
    const { entry } = watch
    const status = answer instanceof DeskError ? answer.details.status : answer?.status
    const requestId = answer instanceof DeskError ? answer.details.requestId : answer?.requestId
    const evidence = (note: string): NewEvidence[] => [
      {
        event: 'read',
        note,
        verdict: judgement.verdict,
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { requestId }),
      },
    ]
    watch.failures = 0
    if (judgement.verdict === 'found') {
      book.change(
        entry,
        'confirm',
        { answer: judgement.record ?? undefined, error: undefined, settledAt: new Date(clock.now()).toISOString() },
        evidence(judgement.note),
      )
      end(watch)
      return parts.onDecided(entry)
    }
    if (judgement.verdict === 'unclear') {
      watch.unclear += 1
      watch.absences = 0
      const note = `${judgement.note} Look for yourself and decide.`
      book.change(entry, 'note', {}, evidence(note))
      return watch.unclear === 1 && answer !== undefined && !counts
        ? plan(watch, watch.provesFrom - clock.now())
        : end(watch)
    }
    if (counts) watch.absences += 1
    if (watch.absences < readsForProof) {
      book.change(entry, 'note', {}, evidence(judgement.note))
      return plan(watch, counts ? betweenReadsMs : watch.provesFrom - clock.now())
    }
    absent(watch, judgement.note, evidence)
  }

  function absent(watch: Watch, note: string, evidence: (note: string) => NewEvidence[]): void {
    const { entry } = watch
    if (mayResend(entry)) {
      book.change(
        entry,
        'requeue',
        { error: undefined, status: undefined, requestId: undefined, durationMs: undefined },
        evidence(`${note} Two reads agree: it was not applied and is sent again.`),
      )
      end(watch)
      return parts.onDecided(entry)
    }
    const why = entry.intent.evidence.some(({ event }) => event === restoredEvent)
      ? 'It comes from a restored backup'
      : 'It is never sent again by itself'
    book.change(
      entry,
      'note',
      {},
      evidence(`${note} Not there after two reads. ${why}: send it again or mark it as rejected.`),
    )
    end(watch)
  }

  return {
    begin: (entry, settleMs) => follow(watchOf(entry, settleMs)),
    async once(entry) {
      const watch = watches.get(entry) ?? watchOf(entry, 0)
      try {
        await read(watch)
      } finally {
        if (watch.cancel === undefined && !current(watch)) end(watch)
      }
    },
    wake() {
      for (const watch of [...watches.values()]) {
        const wakeable = watch.failures > 0 && watch.met !== undefined && wokenBy.has(watch.met)
        if (
          !wakeable ||
          watch.reading !== undefined ||
          client.connection(watch.entry.intent.environment).state === 'unreachable'
        )
          continue
        watch.cancel?.()
        watch.cancel = undefined
        follow(watch)
      }
    },
    stop() {
      stopped = true
      for (const watch of watches.values()) watch.cancel?.()
      watches.clear()
    },
  }
}
