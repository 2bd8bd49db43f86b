import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Gate } from '#contract/models.ts'
import type { ProductLimit } from '#contract/requests.ts'
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
  const gates = ref<Array<{ gate: Gate; opensAt: number; opensIn: number }>>([])
  const { now } = useNow()
  const environments = useEnvironments()

  function take(list: Gate[]): void {
    const from = Date.now()
    // By both clocks, whichever is sooner: one that is set back would keep it closed for as long.
    const mono = performance.now()
    gates.value = list.map((gate) => ({ gate, opensAt: from + gate.retryAfterMs, opensIn: mono + gate.retryAfterMs }))
  }

  const cache = createCache(async () => take((await call('desk.info')).gates))

  /** Closed gates of the chosen environment, the longest wait first. */
  const closed = computed<OpenIn[]>(() =>
    gates.value
      .filter(({ gate }) => gate.environment === environments.selected?.id)
      .map(({ gate, opensAt, opensIn }) => ({
        ...gate,
        leftMs: Math.min(gate.retryAfterMs, opensAt - now.value, opensIn - performance.now()),
      }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs),
  )

  /** The gate that a request of this product and credential would meet. */
  function gateOf(product: Product, credential?: AuthScheme): OpenIn | undefined {
    return closed.value.find(
      (gate) => gate.product === product && (credential === undefined || gate.credential === credential),
    )
  }

  const known = shallowRef<{ environment: string; list: ProductLimit[] }>({ environment: '', list: [] })
  /** How each product's limit stands in the chosen environment; empty until `readProducts` was called. */
  const products = computed(() => (known.value.environment === environments.selected?.id ? known.value.list : []))
  const productCache = createCache(async () => {
    const answer = await call('limits.list')
    known.value = { environment: answer.environment, list: answer.products }
  })

  function init(): void {
    on('limits.changed', ({ gates: list }) => take(list))
    on('limits.products', ({ environment, products: list }) => {
      if (productCache.reading.value !== 'unread') known.value = { environment, list }
    })
    on('environments.changed', () => void productCache.refresh())
  }

  return {
    closed,
    gateOf,
    products,
    productsReading: productCache.reading,
    productsError: productCache.error,
    readProducts: productCache.read,
    ...cache,
    async refresh() {
      await Promise.all([cache.read(), productCache.refresh()])
    },
    init,
  }
})
