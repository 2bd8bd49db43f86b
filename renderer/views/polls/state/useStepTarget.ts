// Which step the arm button is for: the next one in the order of a show, until another is chosen.
import { computed, ref, watch } from 'vue'
import type { WritableComputedRef } from 'vue'
import { steps } from '#answers/poll/steps.ts'
import type { StepId } from '#answers/poll/steps.ts'

/** After each change of the platform's state, and for another poll, the next step is meant again. */
export function useStepTarget(
  current: () => StepId | undefined,
  poll: () => string | undefined,
): WritableComputedRef<StepId> {
  const chosen = ref<StepId>()
  watch([current, poll], () => (chosen.value = undefined))
  return computed({
    get() {
      const place = steps.findIndex(({ id }) => id === current())
      return chosen.value ?? steps[place + 1]?.id ?? 'closed'
    },
    set: (step) => (chosen.value = step),
  })
}
