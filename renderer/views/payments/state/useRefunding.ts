// One refund from its amount to what became of it. It looks when it opens, when the amount is reviewed, and once more when the hold ends:
// only what was seen unchanged all the way is sent, and it is sent once.
import { computed, onScopeDispose, ref, shallowRef, toValue, watch } from 'vue'
import type { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { isLinkLoss } from '../../../composables/desk-error.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useAim } from '../../../composables/useAim.ts'
import { useSubmit } from '../../../composables/useOperation.ts'
import type { Money } from '#answers/money.ts'
import { useEnvironments } from '../../../stores/environments.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { newLines } from '../model/lines.ts'
import { markOf } from '../model/refund.ts'
import { checkTyped } from '../model/typed.ts'
import type { RefundLine } from '../model/lines.ts'
import type { Blocker } from '../model/refund.ts'
import type { Typed } from '../model/typed.ts'
import { refundRequest } from '../model/ways.ts'
import type { RefundRequest, Way } from '../model/ways.ts'
import { useRefundable } from './useRefundable.ts'

export type Phase = 'amount' | 'confirm' | 'outcome'

/** Why nothing may be sent just now. */
export type Stop =
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
  const looking = useRefundable(chargeId)
  const { standing, open } = looking
  const phase = ref<Phase>('amount')
  const way = ref<Way>('now')
  const text = ref('')
  const reason = ref('')
  /** What came in between two looks; undefined where nothing did. */
  const changed = shallowRef<{ lines: RefundLine[] }>()
  const reviewed = shallowRef<{
    mark: string
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

  const stop = computed((): Stop | undefined => {
    const { unknown, sending, settling } = open.value
    const now = standing.value
    if (looking.error.value !== undefined) return { kind: 'failed', error: looking.error.value }
    if (now === undefined) return { kind: 'unread' }
    if (unknown[0] !== undefined) return { kind: 'unknown', intent: unknown[0] }
    if (sending[0] !== undefined) return { kind: 'sending', intent: sending[0] }
    if (now.blockers.length > 0 || now.remaining === undefined) return { kind: 'blocked', blockers: now.blockers }
    if (settling[0] !== undefined) return { kind: 'settling', intent: settling[0] }
    if (now.closed) return { kind: 'closed' }
    return now.remaining.minor === 0 ? { kind: 'nothing_left' } : undefined
  })
  const typed = computed((): Typed | undefined => {
    const remaining = standing.value?.remaining
    if (remaining === undefined) return undefined
    return way.value === 'reverse' ? { ok: true, money: remaining } : checkTyped(text.value, remaining)
  })
  const request = computed((): RefundRequest | undefined => {
    const now = standing.value
    if (stop.value !== undefined || typed.value?.ok !== true || now?.charged === undefined || now.unit === undefined)
      return undefined
    return refundRequest(way.value, now.chargeId, typed.value.money, now.charged, now.unit, reason.value)
  })

  /** Looks again and says whether everything is as `mark` had it; what differs is kept to be shown. */
  async function unchangedSince(mark: string, before: readonly RefundLine[]): Promise<boolean> {
    const looked = await looking.look()
    const now = standing.value
    if (looked && now !== undefined && markOf(now) === mark) return stop.value === undefined
    if (looked && now !== undefined) changed.value = { lines: newLines(before, now.lines) }
    return false
  }

  async function begin(): Promise<void> {
    phase.value = 'amount'
    changed.value = undefined
    reviewed.value = undefined
    intentId.value = undefined
    submit.reset()
    await looking.look()
  }

  /** To the confirmation, where nothing has happened to the charge meanwhile. */
  async function review(): Promise<void> {
    const now = standing.value
    if (firing.value || now === undefined || request.value === undefined) return
    changed.value = undefined
    submit.reset()
    const mark = markOf(now)
    if (!(await unchangedSince(mark, now.lines))) return
    const [asked, amount, environment] = [toValue(request), toValue(typed), environments.selected?.id]
    if (asked === undefined || amount?.ok !== true || environment === undefined) return
    reviewed.value = { mark, request: asked, money: amount.money, press: crypto.randomUUID(), environment }
    phase.value = 'confirm'
  }

  /** Away from the confirmation; what has not left yet does not leave any more. */
  function back(): void {
    if (phase.value !== 'confirm') return
    phase.value = 'amount'
    reviewed.value = undefined
  }
  onScopeDispose(back)

  // Asked again after a lost link it is still the same press, of the same moment.
  let fired: Pressed | undefined
  async function send(): Promise<void> {
    const asked = reviewed.value
    if (asked === undefined || fired === undefined) return
    const made = await submit.run({ ...asked.request, press: asked.press }, fired)
    if (made !== undefined) intentId.value = made.id
    // A link that was lost says nothing about the sending: the same press asks again.
    else if (submit.error.value !== undefined && !isLinkLoss(submit.error.value.toShape())) phase.value = 'amount'
  }

  const aim = useAim(() => (reviewed.value === undefined ? [] : [reviewed.value.request]), {
    environment: () => reviewed.value?.environment,
  })

  /** The hold ended: one last look, then it goes. */
  async function fire(pressed: Pressed): Promise<void> {
    const asked = reviewed.value
    const now = standing.value
    if (asked === undefined || now === undefined || firing.value || phase.value !== 'confirm') return
    firing.value = true
    try {
      const same = await unchangedSince(asked.mark, now.lines)
      // Closed, or gone back, while it looked: that is a no.
      if (reviewed.value !== asked) return
      if (!same || environments.selected?.id !== asked.environment) return back()
      known.value = standing.value?.lines ?? []
      phase.value = 'outcome'
      fired = pressed
      await send()
    } finally {
      firing.value = false
    }
  }

  // What remains is read again once it is known how it ended, and what may have been done where it is not.
  const settled = new Set<string>()
  onScopeDispose(
    ledger.onChange((changedIntent) => {
      if (changedIntent.id === intentId.value) lookAfter(changedIntent)
    }),
  )
  watch(intent, (now) => now !== undefined && lookAfter(now))
  function lookAfter({ state, id }: Intent): void {
    const event = `${id} ${state}`
    if ((state !== 'confirmed' && state !== 'unknown') || settled.has(event)) return
    settled.add(event)
    void looking.look()
  }

  return {
    looking,
    standing,
    phase,
    way,
    text,
    reason,
    changed,
    stop,
    typed,
    request,
    aim,
    intent,
    firing,
    submit,
    reviewed,
    /** Refunds that were not there before this one was sent. */
    since: computed(() => newLines(known.value, standing.value?.lines ?? [])),
    begin,
    review,
    back,
    fire,
    askAgain: send,
  }
}

export type Refunding = ReturnType<typeof useRefunding>
