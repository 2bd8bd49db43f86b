// A command to the streaming software from its firing to its outcome. Main confirms it only where the wanted state was
// seen, so the intent says all.
import { computed, shallowRef } from 'vue'
import { asDeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { defined } from '#contract/defined.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useEncoder, type EncoderCommand } from '#air/stores/encoder.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import type { Outcome, Verdict } from './useCommand.ts'

type Command = Omit<EncoderCommand, 'press'>
type Ending = { intent: Intent } | { error: DeskErrorShape }

const verdicts: Record<Intent['state'], Verdict> = {
  queued: 'sending',
  sending: 'sending',
  accepted: 'accepted',
  confirmed: 'confirmed',
  rejected: 'rejected',
  cancelled: 'rejected',
  unknown: 'unknown',
}

export function useEncoderCommand() {
  const encoder = useEncoder()
  const ledger = useLedger()
  const last = shallowRef<{ label: string; at: string; ending?: Ending }>()
  const busy = computed(() => last.value !== undefined && last.value.ending === undefined)

  /** Sends it once; does nothing while another one is under way. */
  async function fire(label: string, command: Command, pressed: Pressed): Promise<void> {
    if (busy.value) return
    const at = new Date().toISOString()
    last.value = { label, at }
    const ending = await encoder.command({ ...command, press: crypto.randomUUID() }, pressed).then(
      (intent): Ending => ({ intent }),
      (reason: unknown): Ending => ({ error: asDeskError(reason).toShape() }),
    )
    last.value = { label, at, ending }
  }

  const outcome = computed<Outcome | undefined>(() => {
    if (last.value === undefined) return undefined
    const { label, at, ending } = last.value
    const one = { label, at, count: 1, of: 1 }
    if (ending === undefined) return { ...one, verdict: 'sending', intentIds: [] }
    if ('error' in ending)
      return { ...one, verdict: isLinkLoss(ending.error) ? 'lost' : 'rejected', intentIds: [], error: ending.error }
    // What was unknown may be settled since.
    const { id, state, error } = ledger.byId.get(ending.intent.id) ?? ending.intent
    return { ...one, verdict: verdicts[state], intentId: id, intentIds: [id], ...defined({ error }) }
  })
  return { busy, fire, outcome }
}
