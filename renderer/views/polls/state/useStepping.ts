// One step of a poll. A press makes one intent; only the state that is read afterwards confirms it.
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { DeskError, DeskErrorShape } from '#contract/errors.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import { isLinkLoss, shapeOf } from '#kit/composables/desk-error.ts'
import { pollDeed } from '#answers/deeds.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useAim } from '#kit/composables/useAim.ts'
import type { Aim } from '#kit/composables/useArming.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { operations, stepBody } from '../model/requests.ts'
import type { StepId } from '#answers/poll/steps.ts'
import type { WatchedPoll } from './useWatchedPoll.ts'

/**
 * `accepted`: the platform took it, and the state was not read since. `confirmed`: the state that was read is the wanted one;
 * `contradicted`: it is another one. `unknown`: no full answer came. `lost`: the link dropped, and the ledger does not show the step yet.
 */
type StepOutcome = 'sending' | 'accepted' | 'confirmed' | 'contradicted' | 'unknown' | 'rejected' | 'refused' | 'lost'

interface LastStep {
  step: StepId
  outcome: StepOutcome
  intent?: Intent | undefined
  error?: DeskError | DeskErrorShape | undefined
}

interface Press {
  pollId: string
  step: StepId
  press: string
  by: Pressed
  since: string
  intentId?: string
}

export type Stepping = ReturnType<typeof useStepping>

export function useStepping(id: () => string | undefined, watched: WatchedPoll) {
  const nameOf = (): string | undefined => watched.poll.value?.question
  const ledger = useLedger()
  const pressed = shallowRef<Press>()
  const submit = useOperation(({ pollId, step, press, by }: Press) =>
    ledger.submit(
      {
        operation: operations.update,
        body: stepBody(pollId, step),
        press,
        deed: pollDeed(step, pollId, nameOf()),
      },
      by,
    ),
  )
  const recheck = useOperation(async () => {
    const { intentId } = pressed.value ?? {}
    if (intentId !== undefined && isUnsettled(ledger.byId.get(intentId)?.state)) await ledger.reconcile(intentId)
    await watched.refresh()
  })

  watch(id, () => {
    pressed.value = undefined
    submit.reset()
  })
  // The ledger settled the intent: the poll is read again.
  onScopeDispose(
    ledger.onChange((intent) => {
      if (intent.id === pressed.value?.intentId && intent.state !== 'sending' && !submit.busy.value)
        void watched.refresh()
    }),
  )

  const lost = computed(() => submit.error.value !== undefined && isLinkLoss(shapeOf(submit.error.value)))
  // The ledger is read again once the link is back, and may have the intent.
  const found = computed(() => {
    const last = pressed.value
    if (last === undefined || !lost.value) return undefined
    const body = JSON.stringify(stepBody(last.pollId, last.step))
    return ledger.recent.find(
      ({ operation, createdAt, request }) =>
        operation === operations.update && createdAt >= last.since && JSON.stringify(request.body) === body,
    )
  })

  function outcomeOf(step: StepId, intent: Intent): StepOutcome {
    if (intent.state === 'unknown') return 'unknown'
    if (intent.state === 'rejected' || intent.state === 'cancelled') return 'rejected'
    if (intent.state === 'accepted') return watched.poll.value?.step === step ? 'confirmed' : 'accepted'
    if (intent.state !== 'confirmed') return 'sending'
    const readAt = watched.at.value
    if (readAt === undefined || readAt < (intent.settledAt ?? intent.createdAt)) return 'accepted'
    return watched.poll.value?.step === step ? 'confirmed' : 'contradicted'
  }

  const last = computed<LastStep | undefined>(() => {
    const press = pressed.value
    if (press === undefined || press.pollId !== id()) return undefined
    const { step, intentId } = press
    if (submit.busy.value) return { step, outcome: 'sending' }
    const intent = intentId === undefined ? found.value : ledger.byId.get(intentId)
    if (intent === undefined) return { step, outcome: lost.value ? 'lost' : 'refused', error: submit.error.value }
    return { step, outcome: outcomeOf(step, intent), intent, error: intent.error }
  })

  return {
    last,
    busy: computed(() => submit.busy.value || recheck.busy.value || last.value?.outcome === 'sending'),
    aimOf: (step: () => StepId): Aim =>
      useAim(() => [{ operation: operations.update, body: stepBody(id() ?? '', step()) }]),
    /** Sends the step; does nothing while another one is under way. */
    async fire(step: StepId, by: Pressed): Promise<void> {
      const poll = id()
      if (poll === undefined || submit.busy.value || last.value?.outcome === 'sending') return
      // A repeated press keeps its first moment.
      const before = last.value?.outcome === 'lost' && pressed.value?.step === step ? pressed.value : undefined
      const press: Press = before ?? {
        pollId: poll,
        step,
        press: crypto.randomUUID(),
        by,
        since: new Date().toISOString(),
      }
      pressed.value = press
      const intent = await submit.run(press)
      if (intent === undefined) return
      if (id() === poll) {
        pressed.value = { ...press, intentId: intent.id }
        await watched.refresh()
      }
    },
    recheck: recheck.run,
  }
}
