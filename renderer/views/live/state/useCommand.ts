// A live command from its firing to the word that says how it ended. The word comes from what the platform shows afterwards: a confirmed
// request alone is not yet a seen effect. Nothing is sent twice: each firing has one press per request, and one firing runs at a time.
import { computed, shallowRef, watch } from 'vue'
import type { ComputedRef } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { isLinkLoss } from '../../../composables/desk-error.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useLedger } from '../../../stores/ledger.ts'
import type { Submission } from '../../../stores/ledger.ts'

export type Verdict = 'sending' | 'looking' | 'seen' | 'contradicted' | 'rejected' | 'unknown' | 'lost'

export interface Outcome {
  /** What was fired, in words. */
  label: string
  verdict: Verdict
  /** ISO 8601. */
  at: string
  error?: DeskErrorShape
  /** The intent that a look in Activity should open. */
  intentId?: string
  /** How many of several ended so. */
  count: number
  of: number
}

interface Firing {
  label: string
  /** `key` is the one under which the aim named the request. */
  requests: ReadonlyArray<Omit<Submission, 'press'> & { key?: string }>
  /** Whether a reading that came after it shows the effect; left out where no reading can. */
  seen?: () => { at: string | undefined; there: boolean }
  /** Reads what shows the effect. */
  look?: () => Promise<void>
}

interface Sent {
  press: string
  intentId?: string
  error?: DeskErrorShape
}

export interface Command {
  busy: ComputedRef<boolean>
  outcome: ComputedRef<Outcome | undefined>
  /** Sends each request once; nothing while an earlier firing is on its way. */
  fire(firing: Firing, pressed: Pressed): Promise<void>
}

export function useCommand(): Command {
  const ledger = useLedger()
  const shot = shallowRef<{ firing: Firing; at: string; sent: Sent[]; done: boolean }>()
  const busy = computed(() => shot.value?.done === false)

  async function send({ key, ...request }: Firing['requests'][number], sent: Sent, pressed: Pressed): Promise<Sent> {
    try {
      return { ...sent, intentId: (await ledger.submit({ ...request, press: sent.press }, pressed, key)).id }
    } catch (reason) {
      return {
        ...sent,
        error: asDeskError(reason).toShape(),
      }
    }
  }

  async function fire(firing: Firing, pressed: Pressed): Promise<void> {
    if (busy.value || firing.requests.length === 0) return
    const at = new Date().toISOString()
    const fresh = firing.requests.map(() => ({ press: crypto.randomUUID() }))
    shot.value = { firing, at, sent: fresh, done: false }
    const sent = await Promise.all(
      firing.requests.map((request, index) => send(request, fresh[index] ?? { press: crypto.randomUUID() }, pressed)),
    )
    shot.value = { firing, at, sent, done: true }
    await firing.look?.()
  }

  const outcome = computed<Outcome | undefined>(() => {
    if (shot.value === undefined) return undefined
    const { firing, at, sent, done } = shot.value
    const each = sent.map((one) =>
      judge(one, one.intentId === undefined ? undefined : ledger.byId.get(one.intentId), firing, done),
    )
    const worst = order.flatMap((verdict) => each.filter((one) => one.verdict === verdict))[0]
    if (worst === undefined) return undefined
    return {
      label: firing.label,
      at,
      of: each.length,
      count: each.filter(({ verdict }) => verdict === worst.verdict).length,
      ...worst,
    }
  })

  // Once seen it stays seen: a later command of somebody else does not make this one undone.
  const settled = shallowRef<Outcome>()
  watch(outcome, (now) => {
    if (now?.verdict === 'seen') settled.value = now
  })
  return {
    busy,
    fire,
    outcome: computed(() =>
      settled.value !== undefined && settled.value.at === outcome.value?.at ? settled.value : outcome.value,
    ),
  }
}

/** What a person has to know first. */
const order: readonly Verdict[] = ['sending', 'lost', 'unknown', 'rejected', 'contradicted', 'looking', 'seen']

function judge(
  sent: Sent,
  intent: Intent | undefined,
  { seen }: Firing,
  done: boolean,
): Pick<Outcome, 'verdict' | 'error' | 'intentId'> {
  const named = sent.intentId === undefined ? {} : { intentId: sent.intentId }
  if (sent.error !== undefined) return { verdict: isLinkLoss(sent.error) ? 'lost' : 'rejected', error: sent.error }
  if (!done || intent === undefined || intent.state === 'sending' || intent.state === 'queued')
    return { verdict: 'sending', ...named }
  if (intent.state === 'unknown')
    return { verdict: 'unknown', ...named, ...(intent.error === undefined ? {} : { error: intent.error }) }
  if (intent.state !== 'confirmed')
    return { verdict: 'rejected', ...named, ...(intent.error === undefined ? {} : { error: intent.error }) }
  const reading = seen?.()
  if (seen === undefined || reading?.there === true) return { verdict: 'seen', ...named }
  const later = reading?.at !== undefined && reading.at > (intent.settledAt ?? intent.createdAt)
  return { verdict: later ? 'contradicted' : 'looking', ...named }
}
