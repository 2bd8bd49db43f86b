// The life of an intent (design section 5). Nothing else decides what may follow what.
import type { IntentState } from '#contract/models.ts'

/**
 * `send` a socket is about to open; `confirm`, `reject` and `lose` an attempt ended, or a read or the person said how; `requeue` it is to go
 * (again) later; `wait` and `note` change only what is said about it; `amend` the person changes what is sent, or when; `cancel` the person took it back, or the last check before the socket refused it; `withdraw` it can no longer be sent.
 */
export type IntentEvent =
  | 'send'
  | 'confirm'
  | 'reject'
  | 'lose'
  | 'requeue'
  | 'wait'
  | 'note'
  | 'amend'
  | 'cancel'
  | 'withdraw'

const transitions: Record<IntentState, Partial<Record<IntentEvent, IntentState>>> = {
  queued: {
    send: 'sending',
    wait: 'queued',
    amend: 'queued',
    cancel: 'cancelled',
    withdraw: 'rejected',
    lose: 'unknown',
  },
  sending: { confirm: 'confirmed', reject: 'rejected', lose: 'unknown', requeue: 'queued', cancel: 'cancelled' },
  unknown: { confirm: 'confirmed', reject: 'rejected', requeue: 'queued', send: 'sending', note: 'unknown' },
  rejected: { send: 'sending', requeue: 'queued' },
  confirmed: {},
  cancelled: {},
}

/** The state that follows, or undefined where the event can't happen in this state. */
export const nextState = (state: IntentState, event: IntentEvent): IntentState | undefined => transitions[state][event]

/** Whether an intent still asks for something: it is kept in memory and holds its place among the writes to its record. */
export const isOpen = (state: IntentState): boolean => state === 'queued' || state === 'sending' || state === 'unknown'
