import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Broadcast } from '#contract/live.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

type Choice = Omit<BridgeInput<'broadcast.choose'>, 'environment'>

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
  /** Undefined until it was read for this environment. */
  const current = computed(() => (known.value?.environment === environments.selected?.id ? known.value : undefined))

  function init(): void {
    on('broadcast.changed', (broadcast) => {
      if (broadcast.environment === environments.selected?.id) known.value = broadcast
    })
    // At the start the environment is read at the same time.
    watch(
      () => environments.selected?.id,
      () => void cache.read(),
    )
  }

  /** Null removes a choice. Answers the places that a stored secret was left out of. */
  async function choose(choice: Choice): Promise<readonly string[]> {
    const id = environments.selected?.id
    if (id === undefined) return []
    const { leftOut = [], ...chosen } = await call('broadcast.choose', { environment: id, ...choice })
    known.value = chosen
    return leftOut
  }

  return { current, ...cache, refresh: cache.read, init, choose }
})
