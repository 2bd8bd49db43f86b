import { ref } from 'vue'
import type { Ref } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'

/** How a cache's last reading went. */
type Reading = 'unread' | 'reading' | 'read' | 'failed'

export interface Cache {
  reading: Readonly<Ref<Reading>>
  error: Readonly<Ref<DeskError | undefined>>
  /** Reads now; readings that overlap share one answer. Never rejects: the failure stands in `error`. */
  read: () => Promise<void>
  /** Reads again what was read before; nothing where nobody has asked yet. */
  refresh: () => Promise<void>
  /** Reads unless it was read already. */
  ensure: () => Promise<void>
}

/** The reading state that every store shares; `load` fetches and stores. */
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
