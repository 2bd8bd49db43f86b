// A command from its firing to its outcome. A confirmed request alone is not an effect: the outcome comes from what the
// platform shows afterwards. Each firing has one press per command, and one firing runs at a time, so that nothing is sent
// twice; what became of a lost one stands in the activity.
import { computed, shallowRef, watch } from 'vue'
import type { CommandOutcome } from '#contract/commands.ts'
import type { DraftHead } from '#contract/draft.ts'
import { asDeskError, type DeskErrorShape } from '#contract/errors.ts'
import { defined } from '#contract/defined.ts'
import type { Intent } from '#contract/models.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useCommands, type Run } from '../stores/commands.ts'
import { useLedger } from '#kit/stores/ledger.ts'

/**
 * Of several the one that most needs a person comes first. `asking`: a person at the desk has not fired yet. `lapsed`:
 * nobody did. `accepted`: the platform took it, and its effect was not seen yet. `confirmed`: the effect was seen, where one
 * can be. `kept`: at the desk, nothing was sent. `fired`: its steps are on their way.
 */
const worstFirst = [
  'asking',
  'sending',
  'lost',
  'unknown',
  'rejected',
  'contradicted',
  'lapsed',
  'accepted',
  'kept',
  'fired',
  'confirmed',
] as const
export type Verdict = (typeof worstFirst)[number]

export interface Outcome {
  label: string
  verdict: Verdict
  /** When it was fired; ISO 8601. */
  at: string
  error?: DeskErrorShape
  intentId?: string
  /** Of all its commands. */
  intentIds: readonly string[]
  /** What was kept at the desk. */
  draft?: DraftHead
  /** How many of several ended so. */
  count: number
  of: number
}

type Answer = CommandOutcome | { outcome: 'fired' }

interface Firing {
  label: string
  /** Each sends one command by the press that it is given. */
  sends: ReadonlyArray<(press: string) => Promise<Answer>>
  /** Whether a person at the desk fires it. */
  asks?: boolean
  /** Whether the effect shows in what was read at `at`; left out where no read can show it. */
  effect?: () => { at: string | undefined; shown: boolean }
  /** Reads what shows the effect. */
  verify?: () => Promise<unknown>
}

interface Sent {
  answer?: Answer
  error?: DeskErrorShape
}

export function useCommand() {
  const commands = useCommands()
  const ledger = useLedger()
  const current = shallowRef<{ firing: Firing; at: string; sent: readonly Sent[]; done: boolean }>()
  const busy = computed(() => current.value?.done === false)

  /** Sends each command once; does nothing while an earlier firing is under way. */
  async function send(firing: Firing): Promise<void> {
    if (busy.value || firing.sends.length === 0) return
    const at = new Date().toISOString()
    let sent: readonly Sent[] = firing.sends.map(() => ({}))
    current.value = { firing, at, sent, done: false }
    await Promise.all(
      firing.sends.map(async (one, place) => {
        const ending = await one(crypto.randomUUID()).then(
          (answer): Sent => ({ answer }),
          (reason: unknown): Sent => ({ error: asDeskError(reason).toShape() }),
        )
        sent = sent.with(place, ending)
        current.value = { firing, at, sent, done: false }
      }),
    )
    current.value = { firing, at, sent, done: true }
    await firing.verify?.()
  }

  const latest = computed<Outcome | undefined>(() => {
    if (current.value === undefined) return undefined
    const { firing, at, sent } = current.value
    const each = sent.map(({ answer, error }) => {
      if (error !== undefined) return { verdict: isLinkLoss(error) ? ('lost' as const) : ('rejected' as const), error }
      if (answer === undefined) return { verdict: firing.asks === true ? ('asking' as const) : ('sending' as const) }
      if (answer.outcome === 'kept') return { verdict: answer.outcome, draft: answer.draft }
      if (answer.outcome !== 'sent') return { verdict: answer.outcome }
      // What was unknown may be settled since.
      return judge(ledger.byId.get(answer.intent.id) ?? answer.intent, firing)
    })
    const worst = worstFirst.flatMap((verdict) => each.find((one) => one.verdict === verdict) ?? [])[0]
    return (
      worst && {
        label: firing.label,
        at,
        of: each.length,
        intentIds: each.flatMap((one) => ('intentId' in one ? one.intentId : [])),
        count: each.filter(({ verdict }) => verdict === worst.verdict).length,
        ...worst,
      }
    )
  })

  // A later command of somebody else does not undo a confirmed one.
  const confirmed = shallowRef<Outcome>()
  watch(latest, (now) => {
    if (now?.verdict === 'confirmed') confirmed.value = now
  })
  const outcome = computed(() =>
    confirmed.value !== undefined && confirmed.value.at === latest.value?.at ? confirmed.value : latest.value,
  )
  return {
    busy,
    outcome,
    send,
    /** Runs live commands, one for each record of the press. */
    fire: ({ runs, ...firing }: Omit<Firing, 'sends' | 'asks'> & { runs: readonly Run[] }, pressed: Pressed) =>
      send({
        ...firing,
        // A mark is kept at once: later it would mark another moment.
        asks: commands.asks && runs.some(({ command }) => command !== 'mark'),
        sends: runs.map((run) => (press) => commands.run({ ...run, press }, pressed, run.record)),
      }),
  }
}

function judge(
  { id, state, error, settledAt, createdAt }: Intent,
  { effect }: Firing,
): Pick<Outcome, 'verdict' | 'error'> & { intentId: string } {
  const named = { intentId: id, ...defined({ error }) }
  switch (state) {
    case 'queued':
    case 'sending':
      return { verdict: 'sending', ...named }
    // The platform took it and has not said that it is done: only its own reading shows that.
    case 'accepted':
      return { verdict: effect?.().shown === true ? 'confirmed' : 'accepted', ...named }
    case 'unknown':
      return { verdict: 'unknown', ...named }
    case 'rejected':
    case 'cancelled':
      return { verdict: 'rejected', ...named }
    case 'confirmed': {
      const { at, shown } = effect?.() ?? { at: undefined, shown: true }
      if (shown) return { verdict: 'confirmed', intentId: id }
      const isLater = at !== undefined && at > (settledAt ?? createdAt)
      return { verdict: isLater ? 'contradicted' : 'accepted', intentId: id }
    }
  }
}
