// What a page waits for: how far it is, and its Cancel.
import { cancelled } from './worker/files.ts'
import type { Reading } from '../core/types.ts'
import type { HandlersOf, Services } from './handlers.ts'

/** A page names its task; without a name nobody hears of it and nobody cancels it. */
export interface Tasks {
  run<T>(task: string | undefined, act: (reading?: Reading) => Promise<T>): Promise<T>
  cancel(task: string): void
}

export function createTasks(events: Pick<Services['events'], 'emit'>): Tasks {
  const open = new Map<string, AbortController>()
  return {
    async run(task, act) {
      if (task === undefined) return act()
      const abort = new AbortController()
      open.set(task, abort)
      try {
        return await act({
          signal: abort.signal,
          progress: (share) => events.emit('task.progress', { task, share }),
        })
      } finally {
        open.delete(task)
      }
    },
    cancel: (task) => open.get(task)?.abort(cancelled()),
  }
}

export function taskHandlers(tasks: Tasks): HandlersOf<'tasks'> {
  return {
    'tasks.cancel': ({ task }) => {
      tasks.cancel(task)
      return {}
    },
  }
}
