import { watch } from 'vue'
import type { CommandName } from '#contract/access-kinds.ts'
import { asked } from './live-tasks.ts'

/** Hears which subject a task is asked for. */
export function useTaskSubject(task: CommandName, choose: (subject: string) => void): void {
  watch(
    asked,
    (now) => {
      if (now?.task === task && now.subject !== undefined) choose(now.subject)
    },
    { immediate: true },
  )
}
