import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Connection } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

/** What real requests showed of the chosen environment. */
export const useConnection = defineStore('connection', () => {
  const current = ref<Connection>()
  const cache = createCache(async () => {
    current.value = (await call('desk.info')).connection
  })

  function init(): void {
    on('connection.changed', (connection) => {
      current.value = connection
    })
    on('environments.changed', () => void cache.refresh())
  }

  return { current, ...cache, refresh: cache.read, init }
})
