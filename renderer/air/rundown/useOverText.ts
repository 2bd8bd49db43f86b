import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { formatCountdown } from '#kit/composables/time/time.ts'

/** How much later or earlier than planned a show is, in words; undefined without a planned time. */
export function useOverText(overMs: () => number | undefined) {
  const { t } = useI18n()
  return computed(() => {
    const ms = overMs()
    if (ms === undefined) return undefined
    const seconds = Math.round(ms / 1_000)
    const time = formatCountdown(Math.abs(seconds) * 1_000)
    return seconds === 0
      ? { text: t('live.go.onTime'), tone: 'text-success' }
      : seconds > 0
        ? { text: t('live.go.over', { time }), tone: 'text-warning' }
        : { text: t('live.go.under', { time }), tone: 'text-info' }
  })
}
