// After a lost answer the desk reads before anything is sent again: once immediately, and twice after the settle window, when an
// absence counts. Money and live commands are never sent again from here. What the platform accepted is read ever more rarely until it
// is done or refused; after a day the person is asked.
import { defined } from '#contract/defined.ts'
import type { Expectation } from '#answers/answer.ts'
import type { Whole } from '#answers/whole.ts'
import { asDeskError, DeskError, messageOf, type DeskErrorShape, type ErrorCode } from '#contract/errors.ts'
import type { EnvironmentId, IntentState, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { evidenceNexts } from '#contract/reasons.ts'
import type { Operation } from '../catalog/entry.ts'
import type { PlatformClient } from '../client/types.ts'
import { readWholeList } from '../whole-list.ts'
import { isoNow, runningTime, type Clock, type Log } from '../../core/ports.ts'
import type { IntentStore, Entry, NewEvidence } from './intent-store.ts'
import type { Journal } from './journal.ts'
import { createJudging, type JudgingParts } from './reading/judging.ts'
import type { Judgement } from './match.ts'
import { isAsking, isDue, isLast, mostReads, waitAfter } from './reading/accepted-reads.ts'
import { backoffMs } from './offline.ts'
import { factsOf } from './outcomes.ts'
import { confirmingRead } from './confirming-read.ts'
import { mayResend, restoredEvent } from './resend-policy.ts'
import { createSlots } from './slots.ts'

const mostParallel = 4
const betweenReadsMs = 1_000
const readsForProof = 2
export interface ReconcilerParts extends JudgingParts {
  intents: IntentStore
  journal: Journal
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** Whether the desk may read once more by itself. */
  affordable?: (environment: EnvironmentId) => boolean
  /** The intent is settled, accepted, or provably absent and queued again. */
  onReconciled: (entry: Entry) => void
}

interface Watch {
  entry: Entry
  attempts: number
  state: IntentState
  /** Reads of an accepted intent. */
  reads: number
  /** A person asked for the next read, so that its finding is kept even if it is the same. */
  byHand: boolean
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

type Next = (typeof evidenceNexts)[number]

/** What the platform says of a record that it refused. */
function refusalOf({ operation }: Entry, said: string | undefined): DeskErrorShape {
  return new DeskError('invalid_request', said ?? 'The platform refused it.', {
    operation: operation.key,
    facts: { reason: 'request_refused', ...defined({ said }) },
  }).toShape()
}

export function createReconciler(parts: ReconcilerParts) {
  const { intents, client, operations, clock, log } = parts
  const judged = createJudging(parts)
  const watches = new Map<Entry, Watch>()
  const slots = createSlots(mostParallel)
  let stopped = false

  const current = (watch: Watch): boolean =>
    !stopped &&
    watches.get(watch.entry) === watch &&
    watch.entry.intent.state === watch.state &&
    watch.entry.intent.attempts === watch.attempts

  function watchOf(entry: Entry, settleMs: number): Watch {
    watches.get(entry)?.cancel?.()
    const watch: Watch = {
      entry,
      attempts: entry.intent.attempts,
      state: entry.intent.state,
      reads: isAsking(entry.intent) ? mostReads : 0,
      byHand: false,
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
    const isAccepted = watch.state === 'accepted'
    if (isAccepted && parts.affordable?.(watch.entry.intent.environment) === false) return plan(watch, waitAfter(2))
    read(watch).catch((error: unknown) => {
      if (!current(watch)) return end(watch)
      if (isAccepted && isDue(watch.entry.intent, watch.reads, clock.now())) {
        noteFailure(watch.entry, error, 'decide')
        return end(watch)
      }
      if (watch.failures === 0) noteFailure(watch.entry, error)
      const wait = error instanceof DeskError ? (error.details.retryAfterMs ?? 0) : 0
      plan(watch, Math.max(wait, isAccepted ? waitAfter(watch.reads) : backoffMs(watch.failures)))
      watch.failures += 1
      watch.failure = error instanceof DeskError ? error.code : undefined
    })
  }

  function noteFailure(entry: Entry, error: unknown, next?: Next): void {
    const { facts, note } = factsOf(asDeskError(error).toShape())
    try {
      intents.change(entry, 'note', {}, [
        { event: 'read', code: 'read_failed', facts: { ...facts, ...defined({ next }) }, ...defined({ note }) },
      ])
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
    const readAt = clock.now()
    watch.reads += 1
    const whole = await answerTo(read, watch, readAt)
    if (!current(watch)) return end(watch)
    const isError = whole instanceof DeskError
    const judgement = judged(entry, read, isError ? whole : whole.reading, readAt)
    take(watch, judgement, counts, isError ? whole : whole.first)
  }

  /** The list with its pages, as far as they are needed. Throws failures that may pass. */
  async function answerTo(
    { request, namesRecord, answers }: { request: OperationRequest; namesRecord: boolean; answers: Expectation },
    { entry, state, byHand }: Watch,
    readAt: number,
  ): Promise<Whole<ReadAnswer> | DeskError> {
    const { environment } = entry.intent
    try {
      return await readWholeList(client, operations, {
        request,
        environment,
        by: state === 'accepted' && !byHand ? 'desk' : 'person',
        answers: { ...answers, choice: parts.choiceOf?.(environment, request.operation) },
        isEnough: (reading) => judged(entry, { namesRecord, answers }, reading, readAt).verdict === 'found',
      })
    } catch (error) {
      if (error instanceof DeskError && !passing.has(error.code)) return error
      if (!(error instanceof DeskError)) log.write('error', 'A confirming read threw.', { reason: messageOf(error) })
      throw error
    }
  }

  function take(watch: Watch, judgement: Judgement, counts: boolean, answer: ReadAnswer | DeskError | undefined): void {
    const { entry } = watch
    const { status, requestId } = (answer instanceof DeskError ? answer.details : answer) ?? {}
    const { verdict, code, facts, note } = judgement
    const evidence = (next?: Next): NewEvidence[] => [
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
    if (judgement.verdict === 'refused') {
      // What was refused may be another's while ours is still under way.
      if (watch.state === 'unknown' && !counts) {
        intents.change(entry, 'note', {}, evidence())
        return plan(watch, watch.provesFrom - runningTime(clock))
      }
      const error = refusalOf(entry, note)
      intents.change(entry, 'reject', { answer: judgement.record, error, settledAt: isoNow(clock) }, evidence())
      end(watch)
      return parts.onReconciled(entry)
    }
    if (watch.state === 'accepted') return takeAgain(watch, evidence, answer === undefined)
    if (judgement.verdict === 'accepted') {
      intents.change(entry, 'accept', { answer: judgement.record, error: undefined }, evidence())
      end(watch)
      parts.onReconciled(entry)
      return plan(watchOf(entry, 0), waitAfter(0))
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

  /** It is still not done. Of equal findings only the first is kept; `never`: no read can tell. */
  function takeAgain(watch: Watch, evidence: (next?: Next) => NewEvidence[], never: boolean): void {
    const { entry, byHand } = watch
    const asks = never || isDue(watch.entry.intent, watch.reads, clock.now())
    const found = evidence(asks ? 'decide' : undefined)
    if (byHand || !isLast(entry.intent, found[0])) intents.change(entry, 'note', {}, found)
    watch.byHand = false
    if (asks) end(watch)
    else plan(watch, waitAfter(watch.reads))
  }

  return {
    /** Begins to read for an intent that has just become unknown or accepted, or was so at the start. */
    begin(entry: Entry, settleMs: number): void {
      const watch = watchOf(entry, settleMs)
      if (watch.state !== 'accepted' || 'missing' in confirmingRead(entry, operations)) follow(watch)
      else plan(watch, waitAfter(0))
    },
    /** Reads once, now. Throws the DeskError of a failed read. */
    async once(entry: Entry): Promise<void> {
      const watch = watches.get(entry) ?? watchOf(entry, 0)
      watch.byHand = true
      try {
        await read(watch)
      } finally {
        watch.byHand = false
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
