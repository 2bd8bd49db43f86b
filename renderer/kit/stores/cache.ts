import { ref, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'

type Reading = 'unread' | 'reading' | 'read' | 'failed'

export interface Cache {
  reading: Readonly<Ref<Reading>>
  error: Readonly<Ref<DeskError | undefined>>
  /** Overlapping reads share one answer. Never rejects: the failure is in `error`. */
  read: () => Promise<void>
  /** Reads again what was read before. */
  refresh: () => Promise<void>
  ensure: () => Promise<void>
}

/** The read state that every store shares; `load` fetches and stores. */
export function createCache(load: () => Promise<void>): Cache {
  const reading = ref<Reading>('unread')
  const error = ref<DeskError>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    if (reading.value !== 'read') reading.value = 'reading'
    try {
      await load()
      error.value = undefined
      reading.value = 'read'
    } catch (reason) {
      error.value = asDeskError(reason)
      reading.value = 'failed'
    } finally {
      running = undefined
    }
  }

  function read(): Promise<void> {
    running ??= run()
    return running
  }

  return {
    reading,
    error,
    read,
    refresh: () => (reading.value === 'unread' ? Promise.resolve() : read()),
    ensure: () => (reading.value === 'read' ? Promise.resolve() : read()),
  }
}
