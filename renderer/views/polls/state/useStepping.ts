// One step of a poll, from the press to what the platform says afterwards. A press is one intent; it ends on the state that was read, else
// as not confirmed.
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ComputedRef } from 'vue'
import type { DeskError, DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { isLinkLoss, shapeOf } from '../../../composables/desk-error.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useAim } from '../../../composables/useAim.ts'
import type { Aim } from '../../../composables/useArming.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { operations, stepBody } from '../model/requests.ts'
import type { StepId } from '#answers/poll/steps.ts'
import type { WatchedPoll } from './useWatchedPoll.ts'

/**
 * How the last step stands. `reading`: the platform took it and its state was not read since. `confirmed`: the state that was read is the
 * one that was asked for; `contradicted`: it is another one. `unknown`: no full answer came. `lost`: the link to the desk dropped, and the
 * ledger does not show it yet.
 */
type StepOutcome = 'sending' | 'reading' | 'confirmed' | 'contradicted' | 'unknown' | 'rejected' | 'refused' | 'lost'

interface LastStep {
  step: StepId
  outcome: StepOutcome
  intent?: Intent | undefined
  error?: DeskError | DeskErrorShape | undefined
}

interface Press {
  /** Of the poll. */
  id: string
  step: StepId
  /** Names it to the ledger: sent again, it makes nothing new. */
  press: string
  by: Pressed
  since: string
  intentId?: string
}

export interface Stepping {
  last: ComputedRef<LastStep | undefined>
  busy: ComputedRef<boolean>
  /** Sends the step of the poll that is open. A second press while one is under way does nothing. */
  fire(step: StepId, by: Pressed): Promise<void>
  /** What a step of the poll that is open is aimed at. */
  aimOf(step: () => StepId): Aim
  /** Looks again what became of a step whose answer was lost, and at the poll. */
  look(): Promise<void>
}

export function useStepping(id: () => string | undefined, watched: WatchedPoll): Stepping {
  const ledger = useLedger()
  const pressed = shallowRef<Press>()
  const submit = useOperation(({ id: poll, step, press, by }: Press) =>
    ledger.submit({ operation: operations.update, body: stepBody(poll, step), press }, by),
  )
  const looking = useOperation(async () => {
    const { intentId } = pressed.value ?? {}
    if (intentId !== undefined && ledger.byId.get(intentId)?.state === 'unknown') await ledger.reconcile(intentId)
    await watched.refresh()
  })

  // What was pressed for another poll says nothing of this one.
  watch(id, () => {
    pressed.value = undefined
    submit.reset()
  })
  // Settled by a later look of the ledger: the platform's state is read again.
  onScopeDispose(
    ledger.onChange((intent) => {
      if (intent.id === pressed.value?.intentId && intent.state !== 'sending' && !submit.busy.value)
        void watched.refresh()
    }),
  )

  const lost = computed(() => submit.error.value !== undefined && isLinkLoss(shapeOf(submit.error.value)))
  // What was written before the link dropped is read again with the ledger once the link is back.
  const found = computed(() => {
    const last = pressed.value
    if (last === undefined || !lost.value) return undefined
    const body = JSON.stringify(stepBody(last.id, last.step))
    return ledger.recent.find(
      ({ operation, createdAt, request }) =>
        operation === operations.update && createdAt >= last.since && JSON.stringify(request.body) === body,
    )
  })

  function outcomeOf(step: StepId, intent: Intent): StepOutcome {
    if (intent.state === 'unknown') return 'unknown'
    if (intent.state === 'rejected' || intent.state === 'cancelled') return 'rejected'
    if (intent.state !== 'confirmed') return 'sending'
    const readAt = watched.at.value
    if (readAt === undefined || readAt < (intent.settledAt ?? intent.createdAt)) return 'reading'
    return watched.poll.value?.step === step ? 'confirmed' : 'contradicted'
  }

  const last = computed<LastStep | undefined>(() => {
    const press = pressed.value
    if (press === undefined || press.id !== id()) return undefined
    const { step, intentId } = press
    if (submit.busy.value) return { step, outcome: 'sending' }
    const intent = intentId === undefined ? found.value : ledger.byId.get(intentId)
    if (intent === undefined) return { step, outcome: lost.value ? 'lost' : 'refused', error: submit.error.value }
    return { step, outcome: outcomeOf(step, intent), intent, error: intent.error }
  })

  return {
    last,
    busy: computed(() => submit.busy.value || looking.busy.value || last.value?.outcome === 'sending'),
    aimOf: (step) => useAim(() => [{ operation: operations.update, body: stepBody(id() ?? '', step()) }]),
    async fire(step, by) {
      const poll = id()
      if (poll === undefined || submit.busy.value || last.value?.outcome === 'sending') return
      // Said again it keeps its first moment.
      const before = last.value?.outcome === 'lost' && pressed.value?.step === step ? pressed.value : undefined
      const press: Press = before ?? { id: poll, step, press: crypto.randomUUID(), by, since: new Date().toISOString() }
      pressed.value = press
      const intent = await submit.run(press)
      if (intent === undefined) return
      if (id() === poll) {
        pressed.value = { ...press, intentId: intent.id }
        await watched.refresh()
      }
    },
    look: async () => {
      await looking.run()
    },
  }
}
