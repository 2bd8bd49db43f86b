// What a person asks the live desk for from elsewhere on the page: the palette, a key, the tour. The button of that
// command arms itself or takes the focus; nothing is ever fired from here.
import { nextTick, shallowRef } from 'vue'
import type { CommandName } from '#contract/access-kinds.ts'
import { defined } from '#contract/defined.ts'

export interface Asked {
  task: CommandName
  /** Which of several it is about: the identifier of an ad. */
  subject?: string
  /** No button was ready in time. */
  late: boolean
}

/** The live desk may still be opening, or reading what it commands. */
const patienceMs = 4_000
export const asked = shallowRef<Asked>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks for a task; `missed` is called where no button of it appears in time. */
export function askTask(task: CommandName, subject: string | undefined, missed: () => void): void {
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
