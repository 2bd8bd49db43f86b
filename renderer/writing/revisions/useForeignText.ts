import { computed, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { formatMoment } from '#kit/composables/time/time.ts'

/** Whose the newest change is and when it was made, before an undo takes it back; empty where there is none to name. */
export function useForeignText(change: Readonly<Ref<{ at: string; by?: string } | undefined>>): ComputedRef<string> {
  const { t } = useI18n()
  return computed(() => {
    if (change.value === undefined) return ''
    const { at, by } = change.value
    const time = formatMoment(new Date(at), new Date())
    return by === undefined ? t('drafts.foreign.window', { time }) : t('drafts.foreign.by', { name: by, time })
  })
}
