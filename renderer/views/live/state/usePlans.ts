import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { FiringPlan } from '#contract/air/firing.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import { useFiring } from '#air/stores/firing.ts'

/** Milliseconds; what a plan depends on may change without a word to this page. */
const againMs = 10_000
/** Several things change together. */
const soonMs = 150

/** What a start and an end would do now; read again whenever `depends` changes. */
export function usePlans(depends: () => unknown) {
  const firing = useFiring()
  const plans = shallowRef<Partial<Record<FiringPlan['kind'], FiringPlan>>>({})
  const error = shallowRef<DeskError>()
  const reading = ref(false)
  let soon: ReturnType<typeof setTimeout> | undefined

  const read = oneAtATime(async () => {
    reading.value = true
    try {
      const [start, end] = await Promise.all([firing.plan('start'), firing.plan('end')])
      plans.value = { start, end }
      error.value = undefined
    } catch (reason) {
      plans.value = {}
      error.value = asDeskError(reason)
    } finally {
      reading.value = false
    }
  })
  watch(
    () => JSON.stringify(depends()),
    () => {
      clearTimeout(soon)
      soon = setTimeout(() => void read(), soonMs)
    },
  )
  void read()
  const timer = setInterval(() => void read(), againMs)
  onScopeDispose(() => {
    clearTimeout(soon)
    clearInterval(timer)
  })
  return { plans, error }
}
