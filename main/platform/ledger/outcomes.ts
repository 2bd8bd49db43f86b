// What the outcome of an attempt means for its intent: the ledger's event, patch and evidence. Pure.
import { defined } from '#contract/defined.ts'
import { DeskError, type DeskErrorShape, type ErrorCode, type Facts } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EvidenceCode } from '#contract/reasons.ts'
import type { WriteOutcome } from '../client/types.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession } from '../catalog/sessions.ts'
import type { NewEvidence, Patch } from './intent-store.ts'
import { answerWithoutValues, errorWithoutValues } from './sign-ins.ts'
import type { IntentEvent } from './states.ts'

export interface Ending {
  event: IntentEvent
  patch: Patch
  evidence: NewEvidence[]
  /** Whether the environment answered. */
  reached: 'yes' | 'no' | 'unclear'
  /** Earliest next attempt, in milliseconds, where the platform asked to wait. */
  notBefore?: number
  /** How long after the failure an absence proves nothing, where the end is unknown. */
  settleMs?: number
}

const lastRefusals: ReadonlySet<string> = new Set([
  'environment_changed',
  'newer_intent',
  'clock_moved',
  'waited_too_long',
  'grant_ended',
  'shown_changed',
  'shown_gone',
  'shown_added',
])

const isRefusal = ({ facts }: DeskErrorShape): boolean => lastRefusals.has(facts?.reason ?? '')

const unreachableCodes: ReadonlySet<ErrorCode> = new Set(['unreachable', 'timed_out'])
const waitable: ReadonlySet<ErrorCode> = new Set([...unreachableCodes, 'keychain_locked', 'cancelled'])

export const settleMsOf = (cause: string): number => (cause === 'timed_out' || cause === 'restarted' ? 60_000 : 3_000)

const defaultGateMs = 1_000

export interface EndingParts {
  outcome: WriteOutcome
  operation: Operation
  /** The intent has waited in the queue before: a missing base address then does not end it. */
  waited: boolean
  /** An earlier attempt may have been applied. */
  doubtful: boolean
  /** It was rejected before, and the person asked for it again. */
  again: boolean
  now: number
  /** Texts of the request that are in the keychain, where its answer may open an account. */
  moved: readonly string[] | undefined
  redact: (value: Json) => Json
}

export function endingOf(parts: EndingParts): Ending {
  const { outcome, leftOut } = parts.outcome
  const ended = byOutcome(parts)
  const ending = leftOut === undefined ? ended : without(leftOut, ended)
  if (!parts.doubtful || (ending.event !== 'reject' && ending.event !== 'cancel') || outcome === 'rejected')
    return ending
  return { ...ending, event: 'lose', patch: { ...ending.patch, settledAt: undefined }, settleMs: settleMsOf('cut') }
}

/** A stop or a pause does not wait for secrets that can't be read. Where it was refused, screens offer `null` in their places. */
function without(fields: string[], ending: Ending): Ending {
  const { error } = ending.patch
  return {
    ...ending,
    patch: {
      ...ending.patch,
      ...(error && { error: { ...error, facts: { reason: 'credential_not_at_hand' as const, fields } } }),
    },
    evidence: [{ event: 'sent', code: 'sent_without', facts: { fields } }, ...ending.evidence],
  }
}

function byOutcome({ outcome, operation, waited, again, moved, now, redact }: EndingParts): Ending {
  const settledAt = new Date(now).toISOString()
  const opens = holdsSession(operation)
  const kept = (answer: Json): Json => redact(opens ? answerWithoutValues(answer, operation) : answer)
  const redacted = (error: DeskErrorShape): DeskErrorShape =>
    redact(opens ? errorWithoutValues(error, moved) : error) as unknown as DeskErrorShape
  const rejection = (error: DeskErrorShape, more: Patch = {}): Patch => ({
    error: redacted(error),
    settledAt,
    waiting: undefined,
    ...more,
  })

  switch (outcome.outcome) {
    case 'confirmed': {
      const { status, requestId, durationMs } = outcome
      return {
        event: 'confirm',
        patch: {
          status,
          requestId,
          durationMs,
          answer: kept(outcome.answer),
          error: undefined,
          waiting: undefined,
          settledAt,
        },
        evidence: [{ event: 'answered', ...howConfirmed(outcome.unclear), ...seen(status, requestId) }],
        reached: 'yes',
      }
    }
    case 'accepted': {
      const { status, requestId, durationMs, word } = outcome
      return {
        event: 'accept',
        patch: {
          status,
          requestId,
          durationMs,
          answer: kept(outcome.answer),
          error: undefined,
          waiting: undefined,
          settledAt: undefined,
        },
        evidence: [{ event: 'answered', code: 'accepted', ...factOfWord(word), ...seen(status, requestId) }],
        reached: 'yes',
      }
    }
    case 'accepted': {
      const { status, requestId, durationMs } = outcome
      return {
        event: 'lose',
        patch: { status, requestId, durationMs, answer: kept(outcome.answer), waiting: undefined },
        evidence: [{ event: 'answered', code: 'lost', ...seen(status, requestId) }],
        reached: 'yes',
        settleMs: settleMsOf('cut'),
      }
    }
    case 'rejected': {
      const { status, requestId, durationMs } = outcome
      const answer = outcome.answer === undefined ? undefined : kept(outcome.answer)
      return {
        event: 'reject',
        patch: rejection(outcome.error, { status, requestId, durationMs, answer }),
        evidence: [{ event: 'answered', code: 'refused', ...seen(status, requestId) }],
        reached: 'yes',
      }
    }
    case 'not_sent': {
      const { error } = outcome
      if (isRefusal(error)) {
        const evidence = [notSent(error)]
        const kept = operation.queueable && waited
        const event = kept ? 'requeue' : again ? 'reject' : 'cancel'
        return {
          event,
          patch: { error, settledAt: kept ? undefined : settledAt, waiting: kept ? { reason: 'order' } : undefined },
          evidence,
          reached: 'unclear',
        }
      }
      const waits = operation.queueable && (waitable.has(error.code) || (waited && error.code === 'invalid_state'))
      const reached = unreachableCodes.has(error.code) || waits ? 'no' : 'unclear'
      const evidence = [notSent(redacted(error))]
      return waits
        ? { event: 'requeue', patch: { error: redacted(error), waiting: { reason: 'offline' } }, evidence, reached }
        : {
            event: 'reject',
            patch: rejection(error, {
              status: undefined,
              requestId: undefined,
              durationMs: undefined,
              answer: undefined,
            }),
            evidence,
            reached,
          }
    }
    case 'rate_limited': {
      const { status, requestId } = outcome
      const notBefore = now + (outcome.error.retryAfterMs ?? defaultGateMs)
      const until = new Date(notBefore).toISOString()
      const evidence: NewEvidence[] = [{ event: 'waiting', code: 'asked_to_wait', ...seen(status, requestId) }]
      const reached = status === undefined ? 'unclear' : 'yes'
      return operation.queueable
        ? {
            event: 'requeue',
            patch: { error: redacted(outcome.error), waiting: { reason: 'gate', until } },
            evidence,
            reached,
            notBefore,
          }
        : { event: 'reject', patch: rejection(outcome.error, { status, requestId }), evidence, reached }
    }
    case 'unknown': {
      const { cause, stage, status, requestId, durationMs, word } = outcome
      const answer = outcome.answer === undefined ? undefined : kept(outcome.answer)
      const lost = factsOf(redacted(outcome.error))
      const event = cause === 'cut' || cause === 'timed_out' ? cause : 'answered'
      return {
        event: 'lose',
        patch: { error: redacted(outcome.error), status, requestId, durationMs, answer, waiting: undefined },
        evidence: [
          {
            event,
            ...(cause === 'unclear_answer'
              ? { code: 'answer_unclear', ...factOfWord(word), ...defined({ note: lost.note }) }
              : { code: 'lost', ...lost }),
            cause,
            ...defined({ stage }),
            ...seen(status, requestId),
          },
        ],
        reached: status === undefined ? 'unclear' : 'yes',
        settleMs: settleMsOf(cause),
      }
    }
  }
}

/** What evidence keeps of an error. The platform's own words become the note. */
export function factsOf({ code, facts }: Pick<DeskErrorShape, 'code' | 'facts'>): Pick<NewEvidence, 'facts' | 'note'> {
  const { said, ...rest }: Facts = facts ?? {}
  return { facts: { code, ...rest }, ...(typeof said === 'string' && { note: said }) }
}

export const notSent = (error: DeskErrorShape): NewEvidence => ({
  event: 'not_sent',
  code: 'not_sent',
  ...factsOf(error),
})

const factOfWord = (word: string | undefined) => (word === undefined ? {} : { facts: { word } })

const howConfirmed = (
  unclear: string | true | undefined,
): Pick<NewEvidence, 'code' | 'facts'> & { code: EvidenceCode } =>
  unclear === undefined
    ? { code: 'confirmed' }
    : { code: 'confirmed_unclear', ...factOfWord(unclear === true ? undefined : unclear) }

const seen = (status: number | undefined, requestId: string | undefined) => ({
  ...defined({ status, requestId }),
})

const beforeSending: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'invalid_state',
  'no_credentials',
  'keychain_locked',
  'keychain_denied',
  'keychain_unavailable',
  'secret_missing',
  'not_supported',
])

/** The client should not throw for what happens on the wire. If it does, only errors that come before the socket count as not sent. */
export function outcomeOfThrown(error: unknown, operation: string): WriteOutcome {
  if (error instanceof DeskError && beforeSending.has(error.code))
    return { outcome: 'not_sent', error: error.toShape() }
  const shape = new DeskError('unknown_outcome', 'The attempt broke off inside the desk.', {
    operation,
    facts: { reason: 'attempt_broke_off' },
  }).toShape()
  return { outcome: 'unknown', cause: 'cut', error: shape, durationMs: 0 }
}
