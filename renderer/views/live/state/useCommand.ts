// A live command from its firing to its outcome. A confirmed request alone is not an effect: the outcome comes from what the platform shows
// afterwards. Each firing has one press per request, and one firing runs at a time, so that nothing is sent twice.
import { computed, shallowRef, watch } from 'vue'
import { asDeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { defined } from '#contract/defined.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useLedger, type Submission } from '#kit/stores/ledger.ts'

/** `accepted`: the platform took it, and its effect was not seen yet. `confirmed`: the effect was seen, where one can be. */
export type Verdict = 'sending' | 'accepted' | 'confirmed' | 'contradicted' | 'rejected' | 'unknown' | 'lost'

export interface Outcome {
  label: string
  verdict: Verdict
  /** When it was fired; ISO 8601. */
  at: string
  error?: DeskErrorShape
  intentId?: string
  /** Of all its requests. */
  intentIds: readonly string[]
  /** How many of several ended so. */
  count: number
  of: number
}

interface Firing {
  label: string
  /** `key` is the one under which the aim named the request. */
  requests: ReadonlyArray<Omit<Submission, 'press'> & { key?: string }>
  /** Whether the effect shows in what was read at `at`; left out where no read can show it. */
  effect?: () => { at: string | undefined; shown: boolean }
  /** Reads what shows the effect. */
  verify?: () => Promise<void>
}

interface Sent {
  press: string
  intentId?: string
  error?: DeskErrorShape
}

export function useCommand() {
  const ledger = useLedger()
  const current = shallowRef<{ firing: Firing; at: string; sent: Sent[]; done: boolean }>()
  const busy = computed(() => current.value?.done === false)

  async function send({ key, ...request }: Firing['requests'][number], press: string, pressed: Pressed): Promise<Sent> {
    try {
      return { press, intentId: (await ledger.submit({ ...request, press }, pressed, key)).id }
    } catch (reason) {
      return { press, error: asDeskError(reason).toShape() }
    }
  }

  /** Sends each request once; does nothing while an earlier firing is under way. */
  async function fire(firing: Firing, pressed: Pressed): Promise<void> {
    if (busy.value || firing.requests.length === 0) return
    const at = new Date().toISOString()
    const fresh = firing.requests.map((request) => ({ request, press: crypto.randomUUID() }))
    current.value = { firing, at, sent: fresh.map(({ press }) => ({ press })), done: false }
    const sent = await Promise.all(fresh.map(({ request, press }) => send(request, press, pressed)))
    current.value = { firing, at, sent, done: true }
    await firing.verify?.()
  }

  const latest = computed<Outcome | undefined>(() => {
    if (current.value === undefined) return undefined
    const { firing, at, sent, done } = current.value
    const each = sent.map((one) =>
      judge(one, one.intentId === undefined ? undefined : ledger.byId.get(one.intentId), firing, done),
    )
    const worst = worstFirst.flatMap((verdict) => each.filter((one) => one.verdict === verdict))[0]
    if (worst === undefined) return undefined
    return {
      label: firing.label,
      at,
      of: each.length,
      intentIds: each.flatMap(({ intentId }) => intentId ?? []),
      count: each.filter(({ verdict }) => verdict === worst.verdict).length,
      ...worst,
    }
  })

  // A later command of somebody else does not undo a confirmed one.
  const confirmed = shallowRef<Outcome>()
  watch(latest, (now) => {
    if (now?.verdict === 'confirmed') confirmed.value = now
  })
  const outcome = computed(() =>
    confirmed.value !== undefined && confirmed.value.at === latest.value?.at ? confirmed.value : latest.value,
  )
  return { busy, fire, outcome }
}

const worstFirst: readonly Verdict[] = [
  'sending',
  'lost',
  'unknown',
  'rejected',
  'contradicted',
  'accepted',
  'confirmed',
]

function judge(
  sent: Sent,
  intent: Intent | undefined,
  { effect }: Firing,
  done: boolean,
): Pick<Outcome, 'verdict' | 'error' | 'intentId'> {
  if (sent.error !== undefined) return { verdict: isLinkLoss(sent.error) ? 'lost' : 'rejected', error: sent.error }
  const named = defined({ intentId: sent.intentId })
  if (!done || intent === undefined || intent.state === 'sending' || intent.state === 'queued')
    return { verdict: 'sending', ...named }
  // The platform took it and has not said that it is done: only its own reading shows that.
  if (intent.state === 'accepted') return { verdict: effect?.().shown === true ? 'confirmed' : 'accepted', ...named }
  if (intent.state !== 'confirmed')
    return {
      verdict: intent.state === 'unknown' ? 'unknown' : 'rejected',
      ...named,
      ...defined({ error: intent.error }),
    }
  const { at, shown } = effect?.() ?? { at: undefined, shown: true }
  if (shown) return { verdict: 'confirmed', ...named }
  const isLater = at !== undefined && at > (intent.settledAt ?? intent.createdAt)
  return { verdict: isLater ? 'contradicted' : 'accepted', ...named }
}
