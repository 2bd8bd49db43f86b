// One refund from its amount to its outcome. The charge is checked on opening, at the review and when the hold ends; the refund is sent
// once, and only if nothing has changed between the last two.
import { computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { DeskError } from '#contract/errors.ts'
import { isUnsettled, type EnvironmentId, type Intent } from '#contract/models.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useAim } from '#kit/composables/useAim.ts'
import { useSubmit } from '#kit/composables/useOperation.ts'
import type { Money } from '#answers/money.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { checkTyped, type TypedAmount } from '../model/amounts.ts'
import { newLines, type RefundLine } from '../model/lines.ts'
import { fingerprintOf, type Blocker } from '../model/refund.ts'
import { refundDeed, refundRequest, type RefundRequest, type Way } from '../model/refund-request.ts'
import { useRefundable } from './useRefundable.ts'

/** Why nothing may be sent now. */
export type RefundRefusal =
  | { kind: 'failed'; error: DeskError }
  | { kind: 'unread' }
  | { kind: 'unknown'; intent: Intent }
  | { kind: 'sending'; intent: Intent }
  | { kind: 'settling'; intent: Intent }
  | { kind: 'blocked'; blockers: Blocker[] }
  | { kind: 'nothing_left' }
  | { kind: 'closed' }

export function useRefunding(chargeId: () => string) {
  const environments = useEnvironments()
  const ledger = useLedger()
  const check = useRefundable(chargeId)
  const { refundable, pending } = check
  const phase = ref<'amount' | 'confirm' | 'outcome'>('amount')
  const way = ref<Way>('now')
  const text = ref('')
  const reason = ref('')
  /** What was new at the last check. */
  const changed = shallowRef<{ lines: RefundLine[] }>()
  const reviewed = shallowRef<{
    fingerprint: string
    request: RefundRequest
    money: Money
    press: string
    environment: EnvironmentId
  }>()
  const firing = ref(false)
  const known = shallowRef<RefundLine[]>([])
  const intentId = ref<string>()
  const submit = useSubmit()
  const intent = computed(() => (intentId.value === undefined ? undefined : ledger.byId.get(intentId.value)))

  const refusal = computed((): RefundRefusal | undefined => {
    const { unknown, sending, settling } = pending.value
    const now = refundable.value
    if (check.error.value !== undefined) return { kind: 'failed', error: check.error.value }
    if (now === undefined) return { kind: 'unread' }
    if (unknown[0] !== undefined) return { kind: 'unknown', intent: unknown[0] }
    if (sending[0] !== undefined) return { kind: 'sending', intent: sending[0] }
    if (now.blockers.length > 0 || now.remaining === undefined) return { kind: 'blocked', blockers: now.blockers }
    if (settling[0] !== undefined) return { kind: 'settling', intent: settling[0] }
    if (now.closed) return { kind: 'closed' }
    return now.remaining.minor === 0 ? { kind: 'nothing_left' } : undefined
  })
  const typed = computed((): TypedAmount | undefined => {
    const remaining = refundable.value?.remaining
    if (remaining === undefined) return undefined
    return way.value === 'reverse' ? { ok: true, money: remaining } : checkTyped(text.value, remaining)
  })
  const request = computed((): RefundRequest | undefined => {
    const now = refundable.value
    if (refusal.value !== undefined || typed.value?.ok !== true || now?.charged === undefined || now.unit === undefined)
      return undefined
    return refundRequest(way.value, now.chargeId, typed.value.money, now.charged, now.unit, reason.value)
  })

  async function unchangedSince(fingerprint: string, before: readonly RefundLine[]): Promise<boolean> {
    const done = await check.run()
    const now = refundable.value
    if (done && now !== undefined && fingerprintOf(now) === fingerprint) return refusal.value === undefined
    if (done && now !== undefined) changed.value = { lines: newLines(before, now.lines) }
    return false
  }

  async function begin(): Promise<void> {
    phase.value = 'amount'
    changed.value = undefined
    reviewed.value = undefined
    intentId.value = undefined
    submit.reset()
    await check.run()
  }

  async function review(): Promise<void> {
    const now = refundable.value
    if (firing.value || now === undefined || request.value === undefined) return
    changed.value = undefined
    submit.reset()
    const fingerprint = fingerprintOf(now)
    if (!(await unchangedSince(fingerprint, now.lines))) return
    const [asked, amount, environment] = [toValue(request), toValue(typed), environments.selected?.id]
    if (asked === undefined || amount?.ok !== true || environment === undefined) return
    reviewed.value = { fingerprint, request: asked, money: amount.money, press: crypto.randomUUID(), environment }
    phase.value = 'confirm'
  }

  /** Leaves the confirmation: what was not sent yet is not sent any more. */
  function back(): void {
    if (phase.value !== 'confirm') return
    phase.value = 'amount'
    reviewed.value = undefined
  }
  onScopeDispose(back)

  // Asking again after a lost link repeats the same press.
  let fired: Pressed | undefined
  async function send(): Promise<void> {
    const asked = reviewed.value
    if (asked === undefined || fired === undefined) return
    const deed = refundDeed(asked.request, asked.money)
    const made = await submit.run({ ...asked.request, press: asked.press, deed }, fired)
    if (made !== undefined) intentId.value = made.id
    // A lost link says nothing about the sending.
    else if (submit.error.value !== undefined && !isLinkLoss(submit.error.value.toShape())) phase.value = 'amount'
  }

  const aim = useAim(() => (reviewed.value === undefined ? [] : [reviewed.value.request]), {
    environment: () => reviewed.value?.environment,
  })

  async function fire(pressed: Pressed): Promise<void> {
    const asked = reviewed.value
    const now = refundable.value
    if (asked === undefined || now === undefined || firing.value || phase.value !== 'confirm') return
    firing.value = true
    try {
      const same = await unchangedSince(asked.fingerprint, now.lines)
      // The dialog was closed, or left, during the check.
      if (reviewed.value !== asked) return
      if (!same || environments.selected?.id !== asked.environment) return back()
      known.value = refundable.value?.lines ?? []
      phase.value = 'outcome'
      fired = pressed
      await send()
    } finally {
      firing.value = false
    }
  }

  const settled = new Set<string>()
  onScopeDispose(
    ledger.onChange((changedIntent) => {
      if (changedIntent.id === intentId.value) checkAfter(changedIntent)
    }),
  )
  watch(intent, (now) => now !== undefined && checkAfter(now))
  function checkAfter({ state, id }: Intent): void {
    const event = `${id} ${state}`
    if ((state !== 'confirmed' && !isUnsettled(state)) || settled.has(event)) return
    settled.add(event)
    void check.run()
  }

  return {
    check,
    refundable,
    phase,
    way,
    text,
    reason,
    changed,
    refusal,
    typed,
    request,
    aim,
    intent,
    firing,
    submit,
    reviewed,
    since: computed(() => newLines(known.value, refundable.value?.lines ?? [])),
    begin,
    review,
    back,
    fire,
    askAgain: send,
  }
}

export type Refunding = ReturnType<typeof useRefunding>
