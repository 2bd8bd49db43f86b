import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Gate } from '#contract/models.ts'
import type { ProductLimit } from '#contract/requests.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import { call, on } from '../bridge/index.ts'
import { useNow } from '../base/useNow.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

/** A closed gate with the milliseconds left, by this machine's clock. */
export interface ClosedGate extends Gate {
  leftMs: number
}

export const useLimits = defineStore('limits', () => {
  // Counted from its arrival, so that another machine's clock can't distort it.
  const gates = ref<Array<{ gate: Gate; opensAt: number; opensIn: number }>>([])
  const { now } = useNow()
  const environments = useEnvironments()

  function setGates(list: Gate[]): void {
    const from = Date.now()
    // By both clocks: one that is set back would keep it closed longer.
    const mono = performance.now()
    gates.value = list.map((gate) => ({ gate, opensAt: from + gate.retryAfterMs, opensIn: mono + gate.retryAfterMs }))
  }

  const cache = createCache(async () => setGates((await call('desk.info')).gates))

  const closed = computed<ClosedGate[]>(() =>
    gates.value
      .filter(({ gate }) => gate.environment === environments.selected?.id)
      .map(({ gate, opensAt, opensIn }) => ({
        ...gate,
        leftMs: Math.min(gate.retryAfterMs, opensAt - now.value, opensIn - performance.now()),
      }))
      .filter(({ leftMs }) => leftMs > 0)
      .sort((a, b) => b.leftMs - a.leftMs),
  )

  function gateOf(product: Product, credential?: AuthScheme): ClosedGate | undefined {
    return closed.value.find(
      (gate) => gate.product === product && (credential === undefined || gate.credential === credential),
    )
  }

  const known = shallowRef<{ environment: string; list: ProductLimit[] }>({ environment: '', list: [] })
  const products = computed(() => (known.value.environment === environments.selected?.id ? known.value.list : []))
  const productCache = createCache(async () => {
    const answer = await call('limits.list')
    known.value = { environment: answer.environment, list: answer.products }
  })

  function init(): void {
    on('limits.changed', ({ gates: list }) => setGates(list))
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
