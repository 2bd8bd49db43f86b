import type { Intent } from '#contract/models.ts'
import type { Entry } from './intent-store.ts'

/** Marks an intent that was open in a restored backup: it may have been sent since. */
export const restoredEvent = 'restored'

/** When the first attempt began, in milliseconds; an effect since then may be the intent's. */
export function sentAtOf(intent: Intent): number {
  const first = intent.evidence.find(({ event }) => event === 'sent')
  return Date.parse(first?.at ?? intent.sentAt ?? intent.createdAt)
}

/** Whether an intent that was provably not applied may be sent again without the person. */
export function mayResend({ operation, intent }: Entry): boolean {
  return (
    operation.queueable && operation.risk !== 'money' && !intent.evidence.some(({ event }) => event === restoredEvent)
  )
}
