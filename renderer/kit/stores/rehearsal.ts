import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Fault, RehearsalState } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useRehearsal = defineStore('rehearsal', () => {
  const state = ref<RehearsalState>({ running: false, faults: [] })
  const cache = createCache(async () => {
    state.value = await call('rehearsal.faults')
  })

  function init(): void {
    on('rehearsal.changed', (changed) => {
      state.value = changed
    })
  }

  async function setFault(fault: Fault, enabled: boolean): Promise<void> {
    state.value = await call('rehearsal.setFault', { fault, on: enabled })
  }

  async function reset(): Promise<void> {
    state.value = await call('rehearsal.reset')
  }

  return { state, ...cache, init, setFault, reset }
})
