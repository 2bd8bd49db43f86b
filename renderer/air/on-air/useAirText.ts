import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OnAir } from '../show/useOnAir.ts'

/** The state of the chosen stream in a few words. */
export function useAirText({ stream, watched, status, live, fresh }: OnAir): ComputedRef<string> {
  const { t } = useI18n()
  return computed(() => {
    if (stream.value === undefined) return t('live.state.none')
    if (watched.at.value === undefined) return t('live.state.unread')
    if (live.value && !fresh.value) return t('live.state.lastSeen')
    const { state, word } = status.value
    return state === 'unseen' && word !== undefined ? t('live.state.strange', { word }) : t(`live.state.${state}`)
  })
}
