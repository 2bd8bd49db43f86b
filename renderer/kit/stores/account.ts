import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AccountState, SessionMapping } from '#contract/account.ts'
import { call, caller, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

export const useAccount = defineStore('account', () => {
  const environments = useEnvironments()
  const known = shallowRef<AccountState>()
  const state = computed(() => (known.value?.environment === environments.selected?.id ? known.value : undefined))
  const cache = createCache(async () => {
    const environment = environments.selected?.id
    if (environment !== undefined) known.value = await call('account.state', { environment })
  })

  function init(): void {
    on('account.changed', (changed) => changed.environment === environments.selected?.id && (known.value = changed))
    on('environments.changed', () => void cache.refresh())
    on('desk.restarted', () => void cache.refresh())
  }

  const signIn = caller('account.signIn')
  async function map(intent: string, mapping: SessionMapping): Promise<void> {
    known.value = await call('account.map', { intent, mapping })
  }
  async function forgetMapping(operation: string): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined) known.value = await call('account.forgetMapping', { environment, operation })
  }

  return { state, ...cache, init, signIn, map, forgetMapping }
})
