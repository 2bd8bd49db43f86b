import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { HistoryEntry, HistoryPage, HistoryRecord, HistorySettings, UsedOperation } from '#contract/requests.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

const recentLimit = 20

/** What was asked of the platform. A list is a screen's own; `version` counts up when it should be read again. */
export const useHistory = defineStore('history', () => {
  const environments = useEnvironments()
  const version = ref(0)
  /** Operations of the chosen environment, last used first. */
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

  const list = (filter: BridgeInput<'history.list'>): Promise<HistoryPage> => call('history.list', filter)
  const get = (id: string): Promise<HistoryRecord> => call('history.get', { id })
  const mark = (input: BridgeInput<'history.mark'>): Promise<HistoryEntry> => call('history.mark', input)
  const forget = async (input: BridgeInput<'history.forget'>): Promise<number> =>
    (await call('history.forget', input)).forgotten
  const kept = (): Promise<BridgeOutput<'history.kept'>> => call('history.kept')
  const settings = (): Promise<HistorySettings> => call('history.settings')
  const configure = (input: BridgeInput<'history.configure'>): Promise<HistorySettings> =>
    call('history.configure', input)

  return { version, recent, ...cache, init, list, get, mark, forget, kept, settings, configure }
})
