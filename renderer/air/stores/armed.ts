import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ArmedCommand } from '#contract/commands.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'

/** The command of another tool that waits for a person at the desk. */
export const useArmed = defineStore('armed', () => {
  const current = shallowRef<ArmedCommand | null>(null)
  const cache = createCache(async () => {
    current.value = (await call('command.armed')).armed
  })

  function init(): void {
    on('command.armed', ({ armed }) => (current.value = armed))
    on('desk.restarted', () => (current.value = null))
  }

  return {
    current,
    ...cache,
    refresh: cache.read,
    init,
    /** @throws DeskError `invalid_state` once its time is over, and what sending throws. */
    fire: (id: string) => call('command.fire', { id }),
    lapse: async (id: string): Promise<void> => void (await call('command.disarm', { id })),
  }
})
