import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useFavourites = defineStore('favourites', () => {
  const list = shallowRef<string[]>([])
  const keys = computed(() => new Set(list.value))
  const cache = createCache(async () => {
    list.value = (await call('favourites.list')).operations
  })

  function init(): void {
    on('favourites.changed', ({ operations }) => (list.value = operations))
    on('desk.restarted', () => void cache.refresh())
  }
  async function set(operation: string, starred: boolean): Promise<void> {
    list.value = (await call('favourites.set', { operation, on: starred })).operations
  }

  return { list, keys, ...cache, init, set }
})
