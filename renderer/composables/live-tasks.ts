// What a person asks the live desk for from elsewhere on the page: the palette, a key, the tour. The button of that
// command arms itself or takes the focus; nothing is ever fired from here.
import { computed, nextTick, onMounted, shallowRef, watch } from 'vue'
import { defined } from '#contract/defined.ts'

export const liveTasks = ['start', 'pause', 'resume', 'stop', 'reveal', 'run', 'clip', 'mark'] as const
export type LiveTask = (typeof liveTasks)[number]

interface Asked {
  task: LiveTask
  /** Which of several it is about: the identifier of an ad. */
  subject?: string
  /** No button was ready in time. */
  late: boolean
}

/** The live desk may still be opening, or reading what it commands. */
const patienceMs = 4_000
const asked = shallowRef<Asked>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks for a task; `missed` is called where no button of it appears in time. */
export function askTask(task: LiveTask, subject: string | undefined, missed: () => void): void {
  clearTimeout(timer)
  const mine: Asked = { task, late: false, ...defined({ subject }) }
  asked.value = mine
  timer = setTimeout(() => {
    if (asked.value !== mine) return
    asked.value = { ...mine, late: true }
    void nextTick(() => {
      if (asked.value?.late !== true) return
      asked.value = undefined
      missed()
    })
  }, patienceMs)
}

/** Takes what was asked for: `act` once it is ready, `refuse` where it does not become ready in time. */
export function useTask(target: {
  task: () => LiveTask | undefined
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
