const longestWaitMs = 500

export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 0)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(act, { timeout: longestWaitMs })
  return () => cancelIdleCallback(id)
}
