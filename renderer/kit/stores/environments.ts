import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Environment, EnvironmentId } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useEnvironments = defineStore('environments', () => {
  const list = ref<Environment[]>([])
  const selected = computed(() => list.value.find((environment) => environment.selected))
  const cache = createCache(async () => {
    list.value = (await call('environments.list')).environments
  })

  function init(): void {
    on('environments.changed', ({ environments }) => {
      list.value = environments
    })
  }

  /** @throws DeskError `invalid_input` with the field and the reason. */
  async function configure(id: EnvironmentId, baseUrl: string): Promise<void> {
    await call('environments.configure', { id, baseUrl })
    await cache.read()
  }

  async function select(id: EnvironmentId): Promise<void> {
    await call('environments.select', { id })
    await cache.read()
  }

  return { list, selected, ...cache, refresh: cache.read, init, configure, select }
})
