import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { UsedOperation } from '#contract/requests.ts'
import { call, caller, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

const recentLimit = 20

export const useHistory = defineStore('history', () => {
  const environments = useEnvironments()
  const version = ref(0)
  const recent = shallowRef<UsedOperation[]>([])
  const cache = createCache(async () => {
    const environment = environments.selected?.id
    if (environment !== undefined)
      recent.value = (await call('history.recent', { environment, limit: recentLimit })).operations
  })
  const again = (): void => {
    version.value += 1
    void cache.refresh()
  }

  function init(): void {
    on('history.changed', again)
    on('environments.changed', () => void cache.refresh())
    on('desk.restarted', again)
  }

  const list = caller('history.list')
  const get = (id: string) => call('history.get', { id })
  const mark = caller('history.mark')
  const forget = async (input: BridgeInput<'history.forget'>) => (await call('history.forget', input)).forgotten
  const kept = () => call('history.kept')
  const settings = () => call('history.settings')
  const configure = caller('history.configure')

  return { version, recent, ...cache, init, list, get, mark, forget, kept, settings, configure }
})
