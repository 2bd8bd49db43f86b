import { onBeforeUnmount, ref, type Ref } from 'vue'
import { call, on } from '../../bridge/index.ts'

/** A file that the desk reads: how much of it was read, where that is known, and Cancel. */
export interface FileReading {
  /** From 0 to 1. */
  share: Readonly<Ref<number | undefined>>
  /** `act` passes the name on to the method that reads. @throws what `act` throws, `cancelled` after `cancel`. */
  run<T>(act: (task: string) => Promise<T>): Promise<T>
  /** Ends what is read; nothing of it is kept. */
  cancel(): void
}

/** One reading at a time; it is cancelled where the component goes. */
export function useReading(): FileReading {
  const share = ref<number>()
  let current: string | undefined
  const cancel = (): void => {
    if (current !== undefined) call('tasks.cancel', { task: current }).catch(() => undefined)
  }
  const leave = on('task.progress', (told) => {
    if (told.task === current) share.value = told.share
  })
  onBeforeUnmount(() => {
    cancel()
    leave()
  })
  return {
    share,
    cancel,
    async run(act) {
      cancel()
      const task = crypto.randomUUID()
      current = task
      share.value = undefined
      try {
        return await act(task)
      } finally {
        if (current === task) current = undefined
      }
    },
  }
}
