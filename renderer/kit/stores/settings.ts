import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import { firstSettings, type Settings } from '#contract/settings.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useSettings = defineStore('settings', () => {
  // Before they are read, no key of one's own arms and no tour is offered.
  const values = ref<Settings>({ ...firstSettings, armKeys: {}, tourDone: true })
  const cache = createCache(async () => {
    values.value = await call('settings.get')
  })

  function init(): void {
    on('settings.changed', (settings) => {
      values.value = settings
    })
  }

  async function update(change: BridgeInput<'settings.update'>): Promise<void> {
    values.value = await call('settings.update', change)
  }

  return { values, ...cache, refresh: cache.read, init, update }
})
