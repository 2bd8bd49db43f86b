// happy-dom lays nothing out: what draws only the rows in sight needs to be told how much room there is.
import { afterAll, beforeAll } from 'vitest'

const sizes = ['offsetHeight', 'clientHeight', 'offsetWidth'] as const

/** Gives every element a size for the tests of one file. */
export function giveSizes(heightPx: number, widthPx?: number): void {
  const before = sizes.map((name) => Object.getOwnPropertyDescriptor(HTMLElement.prototype, name))
  beforeAll(() => {
    for (const name of sizes) {
      const value = name === 'offsetWidth' ? widthPx : heightPx
      if (value !== undefined) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
    }
  })
  afterAll(() => {
    for (const [at, name] of sizes.entries()) {
      const own = before[at]
      if (own === undefined) Reflect.deleteProperty(HTMLElement.prototype, name)
      else Object.defineProperty(HTMLElement.prototype, name, own)
    }
  })
}
