import { watch } from 'vue'
import { asked, type LiveTask } from './live-tasks.ts'

/** Hears which subject a task is asked for. */
export function useTaskSubject(task: LiveTask, choose: (subject: string) => void): void {
  watch(
    asked,
    (now) => {
      if (now?.task === task && now.subject !== undefined) choose(now.subject)
    },
    { immediate: true },
  )
}
