import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Connection } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

export const useConnection = defineStore('connection', () => {
  const environments = useEnvironments()
  const known = ref<Connection>()
  const cache = createCache(async () => {
    known.value = (await call('desk.info')).connection
  })

  /** Undefined until something is known of this environment. */
  const current = computed(() => (belongs(known.value) ? known.value : undefined))

  function belongs(connection: Connection | undefined): boolean {
    return environments.selected === undefined || connection?.environment === environments.selected.id
  }

  function init(): void {
    // Another environment's queue may report too.
    on('connection.changed', (connection) => {
      if (belongs(connection)) known.value = connection
    })
    on('environments.changed', () => void cache.refresh())
  }

  async function configure(change: BridgeInput<'connection.configure'>): Promise<void> {
    known.value = await call('connection.configure', change)
  }

  async function probe(): Promise<void> {
    known.value = await call('connection.probe')
  }

  return { current, ...cache, refresh: cache.read, init, configure, probe }
})
