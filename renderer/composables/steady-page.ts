// Whether the page went on without a break: shown, awake and at work. What is armed or held over a break is not what the person sees any more.

/** A thread that stood still for longer has not heard what happened meanwhile. */
const stallMs = 1_000
const beatMs = 250
/** Wall clock and monotonic clock may drift so far apart; further is a sleep, or a clock that was set. */
const driftMs = 2_000

export interface SteadyPage {
  /** Whether there was no break up to this moment, nor one in which this event waited. */
  holds: (event?: Event) => boolean
  stop: () => void
}

/** Watches the page until `stop`, and tells the first break that it notices. */
export function watchPage(broken: () => void): SteadyPage {
  const from = { wall: Date.now(), mono: performance.now() }
  let beatAt = from.mono
  let timer: ReturnType<typeof setTimeout> | undefined

  function holds(event?: Event): boolean {
    const now = performance.now()
    if (document.hidden || now - beatAt > stallMs) return false
    if (Math.abs(Date.now() - from.wall - (now - from.mono)) > driftMs) return false
    // An event's own time is of the same clock; one from before all this was meant for something else.
    const at = event?.timeStamp ?? now
    return at <= 0 || at > now || (at >= from.mono && now - at <= stallMs)
  }

  function beat(): void {
    if (!holds()) return end()
    beatAt = performance.now()
    timer = setTimeout(beat, beatMs)
  }

  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
  function end(): void {
    stop()
    broken()
  }
  function look(): void {
    if (document.hidden) end()
  }

  timer = setTimeout(beat, beatMs)
  document.addEventListener('visibilitychange', look)
  return { holds, stop }
}
