/** What the swap asks of its two frames and of its surroundings; times in ms. */
export interface SwapPorts {
  /** Loads a document into the hidden frame; `loaded()` is called once it stands. */
  load: (page: string) => void
  /** Shows the frame that was hidden. */
  swap: () => void
  /** Whether anyone sees it. */
  visible: () => boolean
  /** Runs when there is nothing better to do; answers how to call it off. */
  whenIdle: (act: () => void) => () => void
  now: () => number
}

export interface FrameSwap {
  /** Wants this page shown; only the newest counts. */
  show: (page: string) => void
  /** The hidden frame has loaded. */
  loaded: () => void
  /** Visibility may have changed. */
  wake: () => void
  stop: () => void
}

/** A document that takes long to lay out is shown less often: this many times as long passes after it. */
const restShare = 4

/** Loads pages into a hidden frame and swaps it in, so that nothing flashes; at most one in `everyMs`, in idle time, and none that nobody sees. */
export function createFrameSwap(ports: SwapPorts, everyMs: number): FrameSwap {
  let wanted: string | undefined
  let shown: string | undefined
  let loading = false
  let last = Number.NEGATIVE_INFINITY
  let rest = 0
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
    const wait = last + Math.max(everyMs, rest) - ports.now()
    const idle = (): void => {
      cancel = ports.whenIdle(start)
    }
    if (wait <= 0) return idle()
    const timer = setTimeout(idle, wait)
    cancel = () => clearTimeout(timer)
  }

  return {
    show(page) {
      wanted = page === shown ? undefined : page
      plan()
    },
    loaded() {
      if (!loading) return
      loading = false
      rest = (ports.now() - last) * restShare
      ports.swap()
      plan()
    },
    wake: plan,
    stop() {
      cancel?.()
      wanted = undefined
    },
  }
}
