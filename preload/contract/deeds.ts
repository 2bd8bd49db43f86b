// What a write did, in the words of the person who did it: a code with facts, kept with the intent. Screens make the
// sentence. To add one: a line here and its two messages in deeds.json.
import { isObject, type Json } from './json.ts'

/** `detail` is a second name, such as a destination; `amount` is a decimal in major units. */
export const deedFacts = ['id', 'name', 'detail', 'amount', 'currency', 'seconds'] as const
export type DeedFact = (typeof deedFacts)[number]

interface DeedRule {
  /** Keys of the operations that it may describe, of the platform or of the streaming software. */
  operations: readonly string[]
  /** Beside `id` and `name`. */
  facts?: readonly DeedFact[]
  /** Its operations can mean nothing else, so it needs no submitter to name it. */
  implied?: true
}

const ofBroadcast: DeedRule = {
  operations: ['PUT /api/video/event/update', 'PUT /api/video/stream/update', 'PUT /api/video/details/update'],
  facts: ['detail'],
}
const ofPoll: DeedRule = { operations: ['PUT /api/vote/embed/update'] }
const ofAd: DeedRule = { operations: ['POST /api/ads/placement/create'], facts: ['seconds'] }
const implied = (...operations: string[]): DeedRule => ({ operations, implied: true })
const ofMoney = (...operations: string[]): DeedRule => ({ operations, facts: ['amount', 'currency'], implied: true })
const subscription = (act: string): DeedRule => implied(`POST /api/payment/subscription/${act}`)

const rules = {
  broadcast_started: ofBroadcast,
  broadcast_paused: ofBroadcast,
  broadcast_resumed: ofBroadcast,
  broadcast_stopped: ofBroadcast,
  event_published: {
    operations: ['POST /api/video/event/create', 'PUT /api/video/event/update'],
    facts: ['detail'],
  },
  event_changed: { operations: ['PUT /api/video/event/update'], facts: ['detail'] },
  event_removed: { operations: ['POST /api/video/event/delete'], facts: ['detail'], implied: true },
  clip_made: implied('POST /api/video/stream/createClip'),

  poll_hidden: ofPoll,
  poll_opened: ofPoll,
  poll_revealed: ofPoll,
  poll_winner_shown: ofPoll,
  poll_closed: ofPoll,
  vote_cast: implied('POST /api/vote/cast/create'),

  ad_run: ofAd,
  ad_scheduled: ofAd,
  ad_choice_made: implied('POST /api/ads/placement/choice/{placementId}'),
  ad_vote_cast: implied('POST /api/ads/placement/vote/{placementId}'),
  ad_interaction_counted: implied('POST /api/ads/placement/interact/{placementId}'),
  ad_impression_counted: implied('POST /api/ads/interaction/create'),

  refunded: ofMoney(
    'POST /api/payment/refund/fullrefund',
    'POST /api/payment/refund/partialrefund',
    'POST /api/payment/charge/refund',
    'POST /api/payment/charge/reverse',
    'POST /api/payment/transaction/refund',
  ),
  refund_requested: ofMoney('POST /api/payment/refund/create'),
  refund_processed: ofMoney('POST /api/payment/refund/processrefund'),
  charged: { operations: ['POST /api/payment/charge/create'], facts: ['amount', 'currency'] },
  invoice_charged: ofMoney('POST /api/payment/invoice/charge'),
  transaction_voided: ofMoney('POST /api/payment/transaction/void'),
  invoice_sent: implied('POST /api/payment/invoice/send'),
  invoice_resent: implied('POST /api/payment/invoice/resend'),
  receipt_sent: implied('POST /api/payment/receipt/send'),
  receipt_resent: implied('POST /api/payment/receipt/resend'),
  subscription_cancelled: subscription('cancel'),
  subscription_paused: subscription('pause'),
  subscription_resumed: subscription('resume'),
  subscription_reactivated: subscription('reactivate'),
  trial_started: subscription('startTrial'),
  trial_ended: subscription('endTrial'),
  plan_changed: subscription('changePlan'),
  payment_method_changed: subscription('updatePaymentMethod'),
  link_copied: implied('POST /api/payment/paymentLink/clone'),
  link_shared: implied('POST /api/payment/paymentLink/share'),
  qr_code_made: implied('POST /api/payment/paymentLink/generateQr'),

  encoder_started: implied('encoder:start'),
  encoder_stopped: implied('encoder:stop'),
  scene_shown: implied('encoder:scene'),
  recording_started: implied('encoder:record'),
  recording_stopped: implied('encoder:stopRecord'),
  chapter_set: implied('encoder:chapter'),

  signed_in: implied('POST /api/account/general/login'),
  signed_out: implied('POST /api/account/general/logout'),
  device_signed_out: implied('POST /api/account/general/logout-device'),
  signed_out_everywhere: implied('POST /api/account/general/logout-everywhere'),
  password_reset_asked: implied('POST /api/account/general/forgot'),
  password_reset: implied('PUT /api/account/general/reset'),
  password_set: implied('POST /api/account/general/set-password'),
} satisfies Record<string, DeedRule>

type NamedCode = keyof typeof rules
/** `record` says what the catalog says: created, changed or deleted the record. It belongs to every operation. */
export type DeedCode = NamedCode | 'record'

/** Which operations a deed belongs to, and which facts it takes. */
export const deedRules: Readonly<Record<NamedCode, DeedRule>> = rules
export const deedCodes: readonly DeedCode[] = [...(Object.keys(rules) as NamedCode[]), 'record']

const impliedCodes = new Map<string, DeedCode>(
  (Object.entries(deedRules) as Array<[NamedCode, DeedRule]>).flatMap(([code, rule]) =>
    rule.implied === true ? rule.operations.map((operation): [string, DeedCode] => [operation, code]) : [],
  ),
)

/** The deed of an operation where nobody named one. */
export const impliedDeed = (operation: string): DeedCode => impliedCodes.get(operation) ?? 'record'

/** Longest `name` and `detail`, in characters. */
export const longestDeedName = 120

/** A name that fits a deed, in one line; undefined where nothing is left. */
export function deedName(text: string | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (line === '') return undefined
  return line.length <= longestDeedName ? line : `${line.slice(0, longestDeedName - 1).trimEnd()}\u2026`
}

const titleFields = ['name', 'title', 'question', 'label', 'subject'] as const

/** What the body of a request calls the record; of a published event below `details`. */
export function titleIn(body: Json | undefined): string | undefined {
  for (const part of isObject(body) ? [body, body.details] : []) {
    if (!isObject(part)) continue
    const title = titleFields.map((field) => part[field]).find((text) => typeof text === 'string' && text.trim() !== '')
    if (typeof title === 'string') return title
  }
  return undefined
}
