// Limits the desk's own parallel reads, so that a product that hangs does not delay the others.
import type { Product } from '#contract/operation.ts'
import { runningTime, type Clock } from '../../core/ports.ts'

const most = 6
const mostOfProduct = 2
/** Times the slowdown, between two reads of a product. */
const apartMs = 250

/** Each read is identified by an object of its caller. */
export function createReadSlots(clock: Clock) {
  const underWay = new Map<object, Product>()
  const begun = new Map<Product, number>()

  return {
    begin(read: object, product: Product): void {
      underWay.set(read, product)
      begun.set(product, runningTime(clock))
    },
    end: (read: object): void => void underWay.delete(read),
    clear: (): void => underWay.clear(),

    /** How long a read of the product has to wait, in milliseconds; Infinity until another one ends. */
    waitMs(product: Product, slowdown: number): number {
      const ofProduct = [...underWay.values()].filter((other) => other === product).length
      if (underWay.size >= most || ofProduct >= (slowdown > 1 ? 1 : mostOfProduct)) return Infinity
      if (slowdown === 1) return 0
      const apart = apartMs * slowdown
      return Math.max(0, Math.min(apart, (begun.get(product) ?? -Infinity) + apart - runningTime(clock)))
    },
  }
}
