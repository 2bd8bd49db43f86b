/** The longest that something waits for a moment in which nothing else is to be done. */
const longestWaitMs = 500

/** Runs once the page has nothing better to do; the answer calls it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(act, { timeout: longestWaitMs })
  return () => cancelIdleCallback(id)
}
