import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { EnvironmentId, ProviderProfile } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useProfiles = defineStore('profiles', () => {
  const list = shallowRef<ProviderProfile[]>([])
  const cache = createCache(async () => {
    list.value = (await call('profiles.list')).profiles
  })

  function init(): void {
    on('profiles.changed', ({ profiles }) => {
      list.value = profiles
    })
  }

  const inEnvironment = (environment: EnvironmentId): ProviderProfile[] =>
    list.value.filter((profile) => profile.environment === environment)

  async function save(input: BridgeInput<'profiles.save'>): Promise<ProviderProfile> {
    const saved = await call('profiles.save', input)
    list.value = [...list.value.filter(({ id }) => id !== saved.id), saved]
    return saved
  }

  async function remove(id: string): Promise<void> {
    await call('profiles.remove', { id })
    list.value = list.value.filter((profile) => profile.id !== id)
  }

  return { list, inEnvironment, ...cache, init, save, remove }
})
