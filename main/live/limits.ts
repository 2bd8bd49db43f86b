// How each product's limit stands. The specification names none (section 8), so what is told is what was seen: what left, what passed, and
// after how many requests the platform asked to wait.
import type { EnvironmentId, Gate, QueueLane } from '#contract/models.ts'
import { products } from '#contract/operation.ts'
import type { Product } from '#contract/operation.ts'
import type { ProductLimit } from '#contract/requests.ts'
import { retryAfterMs } from '../platform/client/retry-after.ts'
import type { Asker, Departure, PlatformClient, WireExchange } from '../platform/client/types.ts'
import type { Clock } from '../ports.ts'

const minuteMs = 60_000
const newsMs = 1_000
/** While something still counts, its number falls without anything happening. */
const fadeMs = 5_000

interface Seen {
  left: Array<{ at: number; by: Asker }>
  passed: number[]
  refusals: number
  mostPassed: number
  refused?: NonNullable<ProductLimit['refused']>
}

export interface Limits {
  /** Every product of the chosen environment, in the catalog's order. */
  list(): ProductLimit[]
  /** The queue changed: what waits behind a gate may be another number. */
  queueChanged(): void
  stop(): void
}

/** Hears what leaves and what comes back, since the desk started. `onChange` is called at most once a second. */
export function createLimits(parts: {
  client: Pick<PlatformClient, 'onRequest' | 'onExchange' | 'onGates' | 'gates'>
  queue: () => QueueLane[]
  environment: () => EnvironmentId
  clock: Clock
  onChange: (environment: EnvironmentId, limits: ProductLimit[]) => void
}): Limits {
  const { client, clock } = parts
  const seen = new Map<string, Seen>()
  let cancelNews: (() => void) | undefined

  function of(environment: EnvironmentId, product: Product): Seen {
    const name = `${environment} ${product}`
    let known = seen.get(name)
    if (known === undefined) seen.set(name, (known = { left: [], passed: [], refusals: 0, mostPassed: 0 }))
    const from = clock.now() - minuteMs
    if ((known.left[0]?.at ?? from) < from) known.left = known.left.filter(({ at }) => at >= from)
    if ((known.passed[0] ?? from) < from) known.passed = known.passed.filter((at) => at >= from)
    return known
  }

  let soon = false
  function tell(): void {
    if (soon) return
    cancelNews?.()
    soon = true
    cancelNews = clock.after(newsMs, news)
  }
  function news(): void {
    soon = false
    cancelNews = undefined
    const now = list()
    if (now.some(({ used }) => used > 0)) cancelNews = clock.after(fadeMs, news)
    parts.onChange(parts.environment(), now)
  }

  function left({ environment, product, by }: Departure): void {
    of(environment, product).left.push({ at: clock.now(), by })
    tell()
  }

  function ended({ environment, operation, answer }: WireExchange): void {
    if (answer === undefined) return
    const known = of(environment, operation.product)
    const now = clock.now()
    if (answer.status === 429) {
      const header = (wanted: string) => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
      const askedMs = retryAfterMs(header('retry-after'), header('date'), now)
      known.refusals += 1
      known.refused = {
        at: new Date(now).toISOString(),
        after: Math.max(0, known.left.length - 1),
        ...(askedMs === undefined ? {} : { askedMs }),
      }
      known.passed = []
    } else {
      known.passed.push(now)
      known.mostPassed = Math.max(known.mostPassed, known.passed.length)
    }
    tell()
  }

  /** Queued writes of the products whose gate is closed: what stands behind the first of its record waits with it. */
  function waiting(gates: readonly Gate[]): Map<Product, number> {
    const counts = new Map<Product, number>()
    if (gates.length === 0) return counts
    for (const { environment, items } of parts.queue()) {
      for (const { state, product, held } of environment === parts.environment() ? items : []) {
        if (state === 'queued' && held !== true && gates.some((gate) => gate.product === product))
          counts.set(product, (counts.get(product) ?? 0) + 1)
      }
    }
    return counts
  }

  function list(): ProductLimit[] {
    const environment = parts.environment()
    const gates = client.gates().filter((gate) => gate.environment === environment)
    const behind = waiting(gates)
    return products.map((product) => {
      const { left: gone, refusals, mostPassed, refused } = of(environment, product)
      const longest = gates
        .filter((gate) => gate.product === product)
        .sort((a, b) => b.retryAfterMs - a.retryAfterMs)[0]
      return {
        product,
        ...(longest === undefined ? {} : { gate: longest }),
        waiting: behind.get(product) ?? 0,
        used: gone.length,
        usedByItself: gone.filter(({ by }) => by === 'desk').length,
        refusals,
        mostPassed,
        ...(refused === undefined ? {} : { refused }),
      }
    })
  }

  const offs = [client.onRequest(left), client.onExchange(ended), client.onGates(tell)]
  return {
    list,
    queueChanged: () => client.gates().length > 0 && tell(),
    stop() {
      cancelNews?.()
      for (const off of offs) off()
    },
  }
}
