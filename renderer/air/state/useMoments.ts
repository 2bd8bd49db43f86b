// A clip of the moment, and marks. A mark is kept as the draft of a clip, without the platform, to be cut later.
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { defined } from '#contract/defined.ts'
import { formatClock, formatElapsed } from '#kit/composables/time/time.ts'
import { pressEdit, pressNow } from '#kit/base/pressed.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import type { OnAir } from '../show/useOnAir.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useCommand } from './useCommand.ts'

/** Presses closer together than this count as one. */
const sameMs = 1_500

export type Moments = ReturnType<typeof useMoments>

export function useMoments({ stream, elapsedMs }: OnAir, sendRefusal: ComputedRef<string | undefined>) {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const environments = useEnvironments()
  const clips = useCommand()
  const marks = useCommand()
  let clippedAt = Number.NEGATIVE_INFINITY
  let markedAt = Number.NEGATIVE_INFINITY

  const moment = (): string =>
    elapsedMs.value === undefined ? formatClock(new Date()) : formatElapsed(elapsedMs.value)
  const refusal = computed(() => (stream.value === undefined ? t('live.refusal.noStream') : sendRefusal.value))

  function fire(name: 'clip' | 'mark'): void {
    const title = t(`live.${name}.title`, { moment: moment() })
    const run = { command: name, title, ...(name === 'clip' && defined({ record: stream.value?.id })) }
    const command = name === 'clip' ? clips : marks
    const here = environments.selected?.id
    void command.fire({ label: t(`live.${name}.now`), runs: [run] }, name === 'clip' ? pressEdit(here) : pressNow(here))
  }

  return {
    busy: clips.busy,
    outcome: clips.outcome,
    marked: marks.outcome,
    /** Why no clip can be cut; a mark can always be made. */
    refusal,
    clip(): void {
      if (refusal.value !== undefined) return announce(refusal.value)
      if (stream.value === undefined || performance.now() - clippedAt < sameMs) return
      clippedAt = performance.now()
      fire('clip')
    },
    mark(): void {
      if (performance.now() - markedAt < sameMs) return
      markedAt = performance.now()
      fire('mark')
    },
  }
}
