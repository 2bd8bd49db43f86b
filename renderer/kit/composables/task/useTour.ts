// The tour of a whole show in rehearsal: what was seen done since it began, on this page.
import { computed, reactive } from 'vue'
import { useEnvironments } from '../../stores/environments.ts'
import { useSettings } from '../../stores/settings.ts'
import { useFrame } from '../useFrame.ts'

export const tourSteps = ['show', 'start', 'reveal', 'ad', 'report'] as const
export type TourStep = (typeof tourSteps)[number]

/** A step stays done when what it showed has passed: an ad ends, a show too. */
const seen = reactive(new Set<TourStep>())

export function useTour() {
  const environments = useEnvironments()
  const settings = useSettings()
  const { helpPane } = useFrame()
  const rehearses = computed(() => environments.selected?.id === 'rehearsal')

  return {
    seen: seen as ReadonlySet<TourStep>,
    current: computed(() => tourSteps.find((step) => !seen.has(step))),
    shown: computed(() => rehearses.value && !settings.values.tourDone),
    tick: (step: TourStep) => seen.add(step),
    dismiss: () => settings.update({ tourDone: true }),
    /** Shows the tour from its beginning; elsewhere than in rehearsal it is explained first. */
    begin: async (openLive: () => unknown): Promise<void> => {
      if (!rehearses.value) {
        helpPane.value = 'tour'
        return
      }
      seen.clear()
      await settings.update({ tourDone: false })
      await openLive()
    },
  }
}
