import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Settings } from '#contract/settings.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useSettings = defineStore('settings', () => {
  const values = ref<Settings>({
    theme: 'system',
    density: 'compact',
    language: 'system',
    hours: 'locale',
    poorSignalKbps: 2_000,
    dropAlarmPercent: 5,
    notify: true,
    alarmSound: true,
    flashing: true,
    armKeys: {},
    // The tour is not drawn before it is known to be wanted.
    tourDone: true,
    authOverrides: {},
  })
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
