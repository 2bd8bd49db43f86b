import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Problem } from '../model/types.ts'

const quietMs = 2_000

/** Says how many problems there are once their number has changed and typing has paused; silent on opening. */
export function useProblemNews(problems: () => Problem[] | undefined, announce: (text: string) => void): void {
  const { t } = useI18n()
  let timer: ReturnType<typeof setTimeout> | undefined
  let said: string | undefined

  watch(
    problems,
    (now) => {
      if (now === undefined) return
      const errors = now.filter(({ level }) => level === 'error').length
      const words =
        now.length === 0
          ? t('templates.problems.none')
          : [errors, now.length - errors]
              .map((count, at) =>
                count === 0 ? '' : t(at === 0 ? 'templates.problems.errors' : 'templates.problems.warnings', count),
              )
              .filter(Boolean)
              .join(', ')
      clearTimeout(timer)
      if (said === undefined) said = words
      timer = setTimeout(() => {
        if (words === said) return
        said = words
        announce(words)
      }, quietMs)
    },
    { immediate: true },
  )
  onBeforeUnmount(() => clearTimeout(timer))
}
