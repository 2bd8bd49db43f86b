import { computed, onMounted, watch } from 'vue'
import type { CommandName } from '#contract/access-kinds.ts'
import { asked } from './live-tasks.ts'

/** Takes what was asked for: `act` once it is ready, `refuse` where it does not become ready in time. */
export function useTask(target: {
  task: () => CommandName | undefined
  subject?: () => string | undefined
  ready?: () => boolean
  act: () => void
  refuse?: () => void
}): void {
  const mine = computed(() => {
    const now = asked.value
    if (now === undefined || now.task !== target.task()) return undefined
    return now.subject === undefined || now.subject === target.subject?.() ? now : undefined
  })
  const step = computed(() => {
    if (mine.value === undefined) return undefined
    if (target.ready?.() ?? true) return 'act'
    return mine.value.late && target.refuse !== undefined ? 'refuse' : undefined
  })
  onMounted(() =>
    watch(
      step,
      (now) => {
        if (now === undefined) return
        asked.value = undefined
        target[now]?.()
      },
      // A choice that belongs to the task is made before it arms.
      { immediate: true, flush: 'post' },
    ),
  )
}
