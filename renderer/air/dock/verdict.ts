// How a command of a dock ended, as far as it is known.
import type { RecordCommand } from '#contract/access-kinds.ts'
import type { CommandOutcome, CommandTarget } from '#contract/commands.ts'
import type { DeskError, DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { isLinkLoss, shapeOf } from '#kit/composables/desk-error.ts'

/**
 * `asking`: a person at the desk has not fired yet. `lapsed`: nobody did. `accepted`: the platform took it, and its new
 * state was not read since. `contradicted`: it was, and is another one.
 */
export type Verdict =
  | 'asking'
  | 'sending'
  | 'lapsed'
  | 'kept'
  | 'accepted'
  | 'confirmed'
  | 'contradicted'
  | 'rejected'
  | 'unknown'
  | 'lost'

/** One press of a command, from the asking to its answer. */
export interface Sent {
  asks: boolean
  outcome?: CommandOutcome
  error?: DeskError | DeskErrorShape
}

export interface Judged {
  verdict: Verdict
  error?: DeskError | DeskErrorShape
}

/** `intent` is the newest state of the one that was sent, `target` what can be run with its record now. */
export function judge(sent: Sent, intent: Intent | undefined, target: CommandTarget | undefined): Judged {
  const { error, outcome } = sent
  if (error !== undefined) return { verdict: isLinkLoss(shapeOf(error)) ? 'lost' : 'rejected', error }
  if (outcome === undefined) return { verdict: sent.asks ? 'asking' : 'sending' }
  if (outcome.outcome !== 'sent') return { verdict: outcome.outcome }
  const now = intent ?? outcome.intent
  if (now.state === 'queued' || now.state === 'sending') return { verdict: 'sending' }
  if (now.state === 'unknown') return { verdict: 'unknown' }
  if (now.state === 'accepted') {
    const isSeen = target !== undefined && !target.active && showsEffect(target.command)
    return { verdict: isSeen ? 'confirmed' : 'accepted' }
  }
  if (now.state !== 'confirmed')
    return now.error === undefined ? { verdict: 'rejected' } : { verdict: 'rejected', error: now.error }
  // A command that would still change something has not shown its effect.
  if (target?.active !== true || !showsEffect(target.command)) return { verdict: 'confirmed' }
  const isLater = target.readAt !== null && target.readAt > (now.settledAt ?? now.createdAt)
  return { verdict: isLater ? 'contradicted' : 'accepted' }
}

/** An ad can run again, and a clip be cut again: their records do not show what came of the last time. */
const showsEffect = (command: RecordCommand): boolean => !['runAd', 'clip', 'mark'].includes(command)

/** Of several records the one that most needs a person. */
export const worstFirst: readonly Verdict[] = [
  'asking',
  'sending',
  'lost',
  'unknown',
  'rejected',
  'contradicted',
  'lapsed',
  'accepted',
  'kept',
  'confirmed',
]
