import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { UpdateState } from '#contract/updates.ts'
import { call, on, onOpen } from '../bridge/index.ts'
import { createCache } from './cache.ts'

/** New versions of the desk; starts itself when it is first used. */
export const useUpdates = defineStore('updates', () => {
  /** Undefined until it was read. */
  const state = ref<UpdateState>()
  const cache = createCache(async () => {
    state.value = await call('updates.get')
  })
  on('updates.changed', (changed) => {
    state.value = changed
  })
  onOpen(() => void cache.refresh())

  /** @throws DeskError */
  async function choose(look: boolean): Promise<void> {
    state.value = await call('updates.choose', { look })
  }
  /** @throws DeskError `invalid_state` during a show. */
  async function look(): Promise<void> {
    state.value = await call('updates.look')
  }
  /** The desk closes. @throws DeskError `invalid_state` during a show. */
  async function install(): Promise<void> {
    await call('updates.install')
  }
  return { state, ...cache, choose, look, install }
})
