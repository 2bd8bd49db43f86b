// The states of an intent and their transitions (design section 5).
import { openStates, type IntentState } from '#contract/models.ts'

/**
 * `send`: a socket is about to open. `confirm`, `reject`, `lose`: an attempt, a read or the person decided the outcome. `accept`: the platform
 * took it and has not done it yet. `requeue`: it is sent later. `wait`, `note`: only its reason or its evidence changes. `amend`: the person changes what is sent, or when. `cancel`: the person, or
 * the last check before the socket, ends it. `withdraw`: it can no longer be sent.
 */
export type IntentEvent =
  | 'send'
  | 'confirm'
  | 'accept'
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
  sending: {
    confirm: 'confirmed',
    accept: 'accepted',
    reject: 'rejected',
    lose: 'unknown',
    requeue: 'queued',
    cancel: 'cancelled',
  },
  // The platform has it, so the desk never sends it again.
  accepted: { confirm: 'confirmed', reject: 'rejected', note: 'accepted' },
  unknown: {
    confirm: 'confirmed',
    accept: 'accepted',
    reject: 'rejected',
    requeue: 'queued',
    send: 'sending',
    note: 'unknown',
  },
  rejected: { send: 'sending', requeue: 'queued' },
  confirmed: {},
  cancelled: {},
}

/** Undefined where the event can't happen in this state. */
export const nextState = (state: IntentState, event: IntentEvent): IntentState | undefined => transitions[state][event]

export const isOpen = (state: IntentState): boolean => openStates.some((open) => open === state)
