// Long work in short steps: between two slices the page answers inputs and draws.

const sliceMs = 8

/** Runs all steps at once. */
export function runToEnd<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

export async function inSlices<T>(steps: Iterator<void, T>): Promise<T> {
  const start = performance.now()
  for (let since = start; ;) {
    const { done, value } = steps.next()
    if (done === true && since === start) return value
    if (done === true || performance.now() - since >= sliceMs) {
      await pause()
      if (done === true) return value
      since = performance.now()
    }
  }
}

/** Not a timer: those wait up to a second in a hidden page. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
