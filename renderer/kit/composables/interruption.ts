// Whether the page was shown, awake and running without interruption. What was armed before an interruption is no
// longer what the person sees.

/** A thread that stalled longer has missed what happened meanwhile. */
const stallMs = 1_000
const tickMs = 250
/** Wall clock and monotonic clock may drift this far; further means sleep, or a clock that was set. */
const driftMs = 2_000

/** Calls `broken` at the first interruption, until `stop`. */
export function watchInterruption(broken: () => void) {
  const from = { wall: Date.now(), mono: performance.now() }
  let tickedAt = from.mono
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whether there was no interruption up to now, nor while this event waited. */
  function uninterrupted(event?: Event): boolean {
    const now = performance.now()
    if (document.hidden || now - tickedAt > stallMs) return false
    if (Math.abs(Date.now() - from.wall - (now - from.mono)) > driftMs) return false
    // An event from before this watch was meant for something else.
    const at = event?.timeStamp ?? now
    return at <= 0 || at > now || (at >= from.mono && now - at <= stallMs)
  }

  function tick(): void {
    if (!uninterrupted()) return end()
    tickedAt = performance.now()
    timer = setTimeout(tick, tickMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', hide)
  }
  function end(): void {
    stop()
    broken()
  }
  function hide(): void {
    if (document.hidden) end()
  }

  timer = setTimeout(tick, tickMs)
  document.addEventListener('visibilitychange', hide)
  return { uninterrupted, stop }
}
