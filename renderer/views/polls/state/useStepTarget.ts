import { computed, ref, watch } from 'vue'
import { steps, type StepId } from '#answers/poll/steps.ts'

/** The step of the arm button: the next one, or one that is chosen until the poll or its state changes. */
export function useStepTarget(current: () => StepId | undefined, poll: () => string | undefined) {
  const chosen = ref<StepId>()
  watch([current, poll], () => (chosen.value = undefined))
  return computed<StepId>({
    get() {
      const place = steps.findIndex(({ id }) => id === current())
      return chosen.value ?? steps[place + 1]?.id ?? 'closed'
    },
    set: (step) => (chosen.value = step),
  })
}
