import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Gate } from '#contract/models.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import { call, on } from '../bridge/index.ts'
import { useNow } from '../composables/useNow.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

/** A closed gate with the time that is left, in milliseconds, counted down on this machine's clock. */
export interface OpenIn extends Gate {
  leftMs: number
}

/** The gates that are closed now. */
export const useLimits = defineStore('limits', () => {
  // What arrives says how long is left; that is counted from here, so that a clock of another machine can't distort it.
  const gates = ref<Array<{ gate: Gate; opensAt: number }>>([])
  const { now } = useNow()
  const environments = useEnvironments()

  function take(list: Gate[]): void {
    const from = Date.now()
    gates.value = list.map((gate) => ({ gate, opensAt: from + gate.retryAfterMs }))
  }

  const cache = createCache(async () => take((await call('desk.info')).gates))

  /** Closed gates of the chosen environment, the longest wait first. */
  const closed = computed<OpenIn[]>(() =>
    gates.value
      .filter(({ gate }) => gate.environment === environments.selected?.id)
      .map(({ gate, opensAt }) => ({ ...gate, leftMs: Math.min(gate.retryAfterMs, opensAt - now.value) }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs),
  )

  /** The gate that a request of this product and credential would meet. */
  function gateOf(product: Product, credential?: AuthScheme): OpenIn | undefined {
    return closed.value.find((gate) => gate.product === product && (credential === undefined || gate.credential === credential))
  }

  function init(): void {
    on('limits.changed', ({ gates: list }) => take(list))
  }

  return { closed, gateOf, ...cache, refresh: cache.read, init }
})
