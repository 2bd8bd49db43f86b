import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { SeenRecord } from '#contract/requests.ts'
import { call, on } from '../bridge/index.ts'
import { useEnvironments } from './environments.ts'

export const useSeen = defineStore('seen', () => {
  const environments = useEnvironments()
  const version = ref(0)

  function init(): void {
    on('seen.changed', () => (version.value += 1))
    on('desk.restarted', () => (version.value += 1))
  }

  async function list(filter: Omit<BridgeInput<'seen.list'>, 'environment'>): Promise<SeenRecord[]> {
    const environment = environments.selected?.id
    return environment === undefined ? [] : (await call('seen.list', { environment, ...filter })).records
  }
  /** Remembers shown records, newest last; a failure does not matter. */
  async function note(resource: string, records: BridgeInput<'seen.note'>['records']): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined || records.length === 0) return
    await call('seen.note', { environment, resource, records: records.slice(-200) }).catch(() => undefined)
  }
  async function forget(resource: string, id?: string): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined)
      await call('seen.forget', { environment, resource, ...(id === undefined ? {} : { id }) })
  }

  return { version, init, list, note, forget }
})
