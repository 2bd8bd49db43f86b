import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { EnvironmentId, PlatformNames } from '#contract/models.ts'
import { call } from '../bridge/index.ts'

export const usePlatforms = defineStore('platforms', () => {
  const names = reactive<Partial<Record<EnvironmentId, PlatformNames>>>({})

  function init(): void {
    // Only this page's own saves change them.
  }

  async function load(environment: EnvironmentId): Promise<PlatformNames> {
    return (names[environment] = await call('platforms.get', { environment }))
  }

  async function refresh(): Promise<void> {
    await Promise.allSettled((Object.keys(names) as EnvironmentId[]).map(load))
  }

  async function save(environment: EnvironmentId, value: PlatformNames): Promise<PlatformNames> {
    return (names[environment] = await call('platforms.save', { environment, ...value }))
  }

  return { names, init, load, refresh, save }
})
