// What an intent's evidence says about its past.
import type { Intent } from '#contract/models.ts'
import type { Entry } from './intent-store.ts'

/** Evidence of an intent that was open in a backup: what became of it since is not in the profile. */
export const restoredEvent = 'restored'

/** When the first attempt's socket work began, in milliseconds: an effect of any attempt is an effect of the intent. */
export function sentAtOf(intent: Intent): number {
  const first = intent.evidence.find(({ event }) => event === 'sent')
  return Date.parse(first?.at ?? intent.sentAt ?? intent.createdAt)
}

/** Whether an intent that is provably absent may go again without the person. */
export function mayResend({ operation, intent }: Entry): boolean {
  return (
    operation.queueable && operation.risk !== 'money' && !intent.evidence.some(({ event }) => event === restoredEvent)
  )
}
