import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useAnnounce } from '#composables/useAnnounce.ts'
import type { Problem } from '../model/types.ts'

const quietMs = 2_000

/** Announces how many problems there are when their number has changed and typing has paused; silent on opening. */
export function useProblemAnnouncement(problems: () => Problem[] | undefined): void {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  let timer: ReturnType<typeof setTimeout> | undefined
  let said: string | undefined

  watch(
    problems,
    (now) => {
      if (now === undefined) return
      const errors = now.filter(({ level }) => level === 'error').length
      const text =
        now.length === 0
          ? t('templates.problems.none')
          : [errors, now.length - errors]
              .map((count, at) =>
                count === 0 ? '' : t(at === 0 ? 'templates.problems.errors' : 'templates.problems.warnings', count),
              )
              .filter(Boolean)
              .join(', ')
      clearTimeout(timer)
      if (said === undefined) said = text
      timer = setTimeout(() => {
        if (text === said) return
        said = text
        announce(text)
      }, quietMs)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => clearTimeout(timer))
}
