/** Times in milliseconds. */
export interface SwapPorts {
  load: (page: string) => void
  swap: () => void
  visible: () => boolean
  /** Runs `act` in idle time; returns how to cancel that. */
  whenIdle: (act: () => void) => () => void
  now: () => number
}

/** After a document comes a pause of so many times its loading time. */
const pauseFactor = 4

/** Loads pages into a hidden frame and swaps it in, so that nothing flashes; at most one in `everyMs`, in idle time, while it is visible. */
export function createFrameSwap(ports: SwapPorts, everyMs: number) {
  let wanted: string | undefined
  let shown: string | undefined
  let loading = false
  let last = Number.NEGATIVE_INFINITY
  let pause = 0
  let cancel: (() => void) | undefined

  function start(): void {
    cancel = undefined
    if (wanted === undefined || !ports.visible()) return
    shown = wanted
    wanted = undefined
    loading = true
    last = ports.now()
    ports.load(shown)
  }
  function plan(): void {
    if (loading || cancel || wanted === undefined || !ports.visible()) return
    const wait = last + Math.max(everyMs, pause) - ports.now()
    const idle = (): void => {
      cancel = ports.whenIdle(start)
    }
    if (wait <= 0) return idle()
    const timer = setTimeout(idle, wait)
    cancel = () => clearTimeout(timer)
  }

  return {
    show(page: string): void {
      wanted = page === shown ? undefined : page
      plan()
    },
    loaded(): void {
      if (!loading) return
      loading = false
      pause = (ports.now() - last) * pauseFactor
      ports.swap()
      plan()
    },
    wake: plan,
    stop(): void {
      cancel?.()
      wanted = undefined
    },
  }
}
