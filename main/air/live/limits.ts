// What was seen of each product's limit, as the specification names none (section 8): requests sent and passed, and after how many of them
// the platform asked to wait.
import { defined } from '#contract/defined.ts'
import type { EnvironmentId, Gate, QueueLane } from '#contract/models.ts'
import { products, type Product } from '#contract/operation.ts'
import type { ProductLimit } from '#contract/requests.ts'
import { retryAfterMs } from '../../platform/client/retry-after.ts'
import type { Asker, Departure, PlatformClient, WireExchange } from '../../platform/client/types.ts'
import type { Clock } from '../../core/ports.ts'

const minuteMs = 60_000
const updateMs = 1_000
/** While there is something to count, the number falls by itself. */
const fadeMs = 5_000

interface Seen {
  left: Array<{ at: number; by: Asker }>
  passed: number[]
  refusals: number
  mostPassed: number
  refused?: NonNullable<ProductLimit['refused']>
}

/** Counts since the desk started. `onChange` is called at most once a second. */
export function createLimits(parts: {
  client: Pick<PlatformClient, 'onRequest' | 'onExchange' | 'onGates' | 'gates'>
  queue: () => QueueLane[]
  environment: () => EnvironmentId
  clock: Clock
  onChange: (environment: EnvironmentId, limits: ProductLimit[]) => void
}) {
  const { client, clock } = parts
  const seen = new Map<string, Seen>()
  let cancelUpdate: (() => void) | undefined

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
    cancelUpdate?.()
    soon = true
    cancelUpdate = clock.after(updateMs, update)
  }
  function update(): void {
    soon = false
    cancelUpdate = undefined
    const now = list()
    if (now.some(({ used }) => used > 0)) cancelUpdate = clock.after(fadeMs, update)
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
        ...defined({ askedMs }),
      }
      known.passed = []
    } else {
      known.passed.push(now)
      known.mostPassed = Math.max(known.mostPassed, known.passed.length)
    }
    tell()
  }

  /** Queued writes of the products whose gate is closed. */
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

  /** Every product of the selected environment, in the catalog's order. */
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
        ...defined({ gate: longest }),
        waiting: behind.get(product) ?? 0,
        used: gone.length,
        usedByItself: gone.filter(({ by }) => by === 'desk').length,
        refusals,
        mostPassed,
        ...defined({ refused }),
      }
    })
  }

  const offs = [client.onRequest(left), client.onExchange(ended), client.onGates(tell)]
  return {
    list,
    /** Call when the queue changed: another number may wait behind a gate. */
    queueChanged(): void {
      if (client.gates().length > 0) tell()
    },
    stop(): void {
      cancelUpdate?.()
      for (const off of offs) off()
    },
  }
}
