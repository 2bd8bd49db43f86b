import { computed } from 'vue'
import { timesOf } from '#answers/rundown-times.ts'
import { useNow } from '#kit/base/useNow.ts'
import { useRundown } from '../stores/rundown.ts'

/** When the cues of the show are planned and expected, as it is now. */
export function useRundownTimes() {
  const rundown = useRundown()
  const { now } = useNow()
  const times = computed(() => {
    const { position, plan } = rundown
    if (position === undefined || position === null || plan === undefined) return undefined
    return timesOf({
      cues: plan.cues,
      anchor: Date.parse(position.day),
      now: now.value,
      fired: position.fired.map(({ cue, firedAt }) => ({ cue, firedAt: Date.parse(firedAt) })),
      next: position.next?.id,
    })
  })
  const ofNext = computed(() => times.value?.cues.find(({ id }) => id === rundown.position?.next?.id))
  return {
    times,
    /** Milliseconds since 1970. */
    nextPlannedAt: computed(() => ofNext.value?.plannedAt),
    nextExpectedAt: computed(() => times.value?.nextExpectedAt),
    /** The time that was planned for the next one is there. Nothing is fired by it. */
    isDue: computed(() => ofNext.value?.plannedAt !== undefined && ofNext.value.plannedAt <= now.value),
    /** Since it was fired. */
    nowMs: computed(() => {
      const at = rundown.position?.now?.firedAt
      return at === undefined ? undefined : Math.max(0, now.value - Date.parse(at))
    }),
    /** Positive: later than planned. */
    overMs: computed(() => times.value?.overMs),
  }
}
