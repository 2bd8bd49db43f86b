// After a lost answer the desk reads before anything is sent again: once immediately, and twice after the settle window, when an
// absence counts. Money and live commands are never sent again from here.
import { defined } from '#contract/defined.ts'
import { readAnswer, type Expectation } from '#answers/answer.ts'
import { nounOf } from '#answers/names.ts'
import { asDeskError, DeskError, messageOf, type ErrorCode } from '#contract/errors.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { evidenceNexts } from '#contract/reasons.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import { isoNow, runningTime, type Clock, type Log } from '../ports.ts'
import type { IntentStore, Entry, NewEvidence } from './intent-store.ts'
import { canonical, identityOf } from './identity.ts'
import type { Journal } from './journal.ts'
import { idsOf, judge, type Judgement } from './match.ts'
import { backoffMs } from './offline.ts'
import { factsOf } from './outcomes.ts'
import { confirmingRead } from './confirming-read.ts'
import { mayResend, restoredEvent, sentAtOf } from './resend-policy.ts'
import { createSlots } from './slots.ts'

const mostParallel = 4
const betweenReadsMs = 1_000
const readsForProof = 2

export interface ReconcilerParts {
  intents: IntentStore
  journal: Journal
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** What the person chose for a read's answers. A chosen list may show our record and never proves an absence. */
  choiceOf?: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** The intent is confirmed, or provably absent and queued again. */
  onReconciled: (entry: Entry) => void
}

interface Watch {
  entry: Entry
  attempts: number
  /** When an absence begins to count, in running time. */
  provesFrom: number
  absences: number
  unclear: number
  failures: number
  /** Why the last read failed. */
  failure: ErrorCode | undefined
  cancel: (() => void) | undefined
  reading: Promise<void> | undefined
}

/** Failures of a read that may pass by themselves. */
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

/** Failures that may be over once the platform answers or a credential is saved. */
const wokenBy: ReadonlySet<ErrorCode> = new Set([
  'unreachable',
  'timed_out',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
  'no_credentials',
])

export function createReconciler(parts: ReconcilerParts) {
  const { intents, journal, client, operations, clock, log } = parts
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
      provesFrom: runningTime(clock) + settleMs,
      absences: 0,
      unclear: 0,
      failures: 0,
      failure: undefined,
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

  /** Reads, and again later where that fails. */
  function follow(watch: Watch): void {
    read(watch).catch((error: unknown) => {
      if (!current(watch)) return end(watch)
      if (watch.failures === 0) noteFailure(watch.entry, error)
      const wait = error instanceof DeskError ? (error.details.retryAfterMs ?? 0) : 0
      plan(watch, Math.max(wait, backoffMs(watch.failures)))
      watch.failures += 1
      watch.failure = error instanceof DeskError ? error.code : undefined
    })
  }

  function noteFailure(entry: Entry, error: unknown): void {
    const facts = factsOf(asDeskError(error).toShape())
    try {
      intents.change(entry, 'note', {}, [{ event: 'read', code: 'read_failed', ...facts }])
    } catch (failure) {
      log.write('warn', 'Evidence could not be saved.', { intent: entry.intent.id, reason: messageOf(failure) })
    }
  }

  function read(watch: Watch): Promise<void> {
    watch.reading ??= slots.run(() => readOnce(watch)).finally(() => (watch.reading = undefined))
    return watch.reading
  }

  async function readOnce(watch: Watch): Promise<void> {
    if (!current(watch)) return end(watch)
    const { entry } = watch
    const read = confirmingRead(entry, operations)
    if ('missing' in read) return take(watch, { verdict: 'unclear', ...read.missing }, false, undefined)
    const counts = runningTime(clock) >= watch.provesFrom
    const answer = await answerTo(read.request, entry)
    if (!current(watch)) return end(watch)
    take(watch, judged(entry, read, answer), counts, answer)
  }

  /** Throws failures that may pass. */
  async function answerTo(request: OperationRequest, entry: Entry): Promise<ReadAnswer | DeskError> {
    try {
      return await client.read(request, entry.intent.environment)
    } catch (error) {
      if (error instanceof DeskError && !passing.has(error.code)) return error
      if (!(error instanceof DeskError)) log.write('error', 'A confirming read threw.', { reason: messageOf(error) })
      throw error
    }
  }

  function judged(
    entry: Entry,
    read: { namesRecord: boolean; answers: Expectation },
    answer: ReadAnswer | DeskError,
  ): Judgement {
    const notThere = answer instanceof DeskError && answer.code === 'not_found' && read.namesRecord
    if (answer instanceof DeskError && !notThere)
      return { verdict: 'unclear', code: 'read_refused', ...factsOf(answer.toShape()) }
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
        claimed: (id) => claimOf(entry, read.answers.resource ?? operation.resource, id),
        answers: { ...read.answers, choice: parts.choiceOf?.(intent.environment, confirmWith?.read ?? '') },
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
    const { status, requestId } = (answer instanceof DeskError ? answer.details : answer) ?? {}
    const { verdict, code, facts, note } = judgement
    const evidence = (next?: (typeof evidenceNexts)[number]): NewEvidence[] => [
      {
        event: 'read',
        code,
        ...(facts && { facts }),
        ...(next && { facts: { ...facts, next } }),
        ...defined({ note }),
        verdict,
        ...defined({ status, requestId }),
      },
    ]
    watch.failures = 0
    if (judgement.verdict === 'found') {
      intents.change(
        entry,
        'confirm',
        { answer: judgement.record ?? undefined, error: undefined, settledAt: isoNow(clock) },
        evidence(),
      )
      end(watch)
      return parts.onReconciled(entry)
    }
    if (verdict === 'unclear') {
      watch.unclear += 1
      watch.absences = 0
      intents.change(entry, 'note', {}, evidence('decide'))
      return watch.unclear === 1 && answer !== undefined && !counts
        ? plan(watch, watch.provesFrom - runningTime(clock))
        : end(watch)
    }
    if (counts) watch.absences += 1
    if (watch.absences < readsForProof) {
      intents.change(entry, 'note', {}, evidence())
      return plan(watch, counts ? betweenReadsMs : watch.provesFrom - runningTime(clock))
    }
    if (mayResend(entry)) {
      intents.change(
        entry,
        'requeue',
        { error: undefined, status: undefined, requestId: undefined, durationMs: undefined },
        evidence('sent_again'),
      )
      end(watch)
      return parts.onReconciled(entry)
    }
    const isRestored = entry.intent.evidence.some(({ event }) => event === restoredEvent)
    intents.change(entry, 'note', {}, evidence(isRestored ? 'decide_restored' : 'decide_absent'))
    end(watch)
  }

  return {
    /** Begins to read for an intent that has just become unknown. */
    begin: (entry: Entry, settleMs: number): void => follow(watchOf(entry, settleMs)),
    /** Reads once, now. Throws the DeskError of a failed read. */
    async once(entry: Entry): Promise<void> {
      const watch = watches.get(entry) ?? watchOf(entry, 0)
      try {
        await read(watch)
      } finally {
        if (watch.cancel === undefined && !current(watch)) end(watch)
      }
    },
    /** Repeats failed reads now. */
    wake(): void {
      for (const watch of [...watches.values()]) {
        const wakeable = watch.failures > 0 && watch.failure !== undefined && wokenBy.has(watch.failure)
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
    stop(): void {
      stopped = true
      for (const watch of watches.values()) watch.cancel?.()
      watches.clear()
    },
  }
}
