import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Broadcast } from '#contract/live.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

type Choice = Omit<BridgeInput<'broadcast.choose'>, 'environment'>

/** The broadcast of the chosen environment: which stream, poll and payment link the live desk is about. */
export const useBroadcast = defineStore('broadcast', () => {
  const environments = useEnvironments()
  const known = ref<Broadcast>()
  const cache = createCache(load)
  async function load(): Promise<void> {
    const id = environments.selected?.id
    if (id === undefined) return
    const got = await call('broadcast.get', { environment: id })
    if (environments.selected?.id === id) known.value = got
    else await load()
  }
  /** Undefined until it was read: what another environment is about says nothing of this one. */
  const current = computed(() => (known.value?.environment === environments.selected?.id ? known.value : undefined))

  function init(): void {
    on('broadcast.changed', (broadcast) => {
      if (broadcast.environment === environments.selected?.id) known.value = broadcast
    })
    // Which environment is chosen is read beside this at first.
    watch(
      () => environments.selected?.id,
      () => void cache.read(),
    )
  }

  /** What is not named stays; null takes it away. Answers the places that a stored secret was left out of. */
  async function choose(choice: Choice): Promise<readonly string[]> {
    const id = environments.selected?.id
    if (id === undefined) return []
    const { leftOut = [], ...chosen } = await call('broadcast.choose', { environment: id, ...choice })
    known.value = chosen
    return leftOut
  }

  return { current, ...cache, refresh: cache.read, init, choose }
})
