// Work that is long in all, in steps that no hand notices: between two slices the page answers inputs and draws.

/** Milliseconds of work at a time. */
const slice = 8

/** Runs steps to their end at once. */
export function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Runs steps to their end; what takes less than a slice is not held up, and what follows more than one has a slice of its own. A step is short: time is looked at after each. */
export async function inSlices<T>(steps: Iterator<void, T>): Promise<T> {
  const start = performance.now()
  for (let since = start; ;) {
    const { done, value } = steps.next()
    if (done === true && since === start) return value
    if (done === true || performance.now() - since >= slice) {
      await pause()
      if (done === true) return value
      since = performance.now()
    }
  }
}

/** A turn of the page's own. Timers would wait longer, in a page behind another one a second each. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
