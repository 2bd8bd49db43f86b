import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { problemLevels, type Problem, type ProblemLevel } from '../model/types.ts'

const quietMs = 2_000
const words: Record<ProblemLevel, string> = {
  error: 'templates.problems.errors',
  warning: 'templates.problems.warnings',
  remark: 'templates.problems.remarks',
}

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
      const text =
        now.length === 0
          ? t('templates.problems.none')
          : problemLevels
              .map((level) => {
                const count = now.filter((problem) => problem.level === level).length
                return count === 0 ? '' : t(words[level], count)
              })
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
