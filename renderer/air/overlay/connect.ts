// JSON-RPC over the desk's WebSocket, for one kind of overlay; docs/control-api.md describes it.
import type { OverlayKind } from '#contract/access-kinds.ts'
import type { OverlayFrame } from '#contract/overlay.ts'

const backOffMs = [500, 1_000, 2_000, 4_000, 5_000] as const
/** The desk tells frames for 30 s after it was asked. */
const askEveryMs = 10_000
/** After a refusal: another environment may be chosen for a moment only. */
const askAgainMs = 2_000
/** Whoever revokes an address wants it off the picture at once. */
const grantEnded = 4001
/** A link that is silent for so long leads nowhere. */
const silentMs = 15_000

interface Message {
  id?: number
  method?: string
  params?: OverlayFrame
  result?: OverlayFrame
  error?: unknown
}

/** How long to wait before a try, counted from 0. */
export const backOff = (attempt: number): number => backOffMs[Math.min(attempt, backOffMs.length - 1)] ?? 5_000

/**
 * Connects, and connects again without end. `onFrame` gets what is to be shown; a refusal clears it (`undefined`).
 * Answers a function that ends it.
 */
export function connect(options: {
  address: string
  secret: string
  kind: OverlayKind
  onFrame: (frame: OverlayFrame | undefined) => void
  Socket?: typeof WebSocket
}): () => void {
  const { address, secret, kind, onFrame, Socket = WebSocket } = options
  let socket: WebSocket | undefined
  let attempt = 0
  let nextId = 1
  let opening: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    const current = new Socket(address, ['showdesk.v1', `bearer.${secret}`])
    socket = current
    stayAwake(current)
    current.addEventListener('open', () => socket === current && ask(current))
    current.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== current || typeof data !== 'string') return
      attempt = 0
      stayAwake(current)
      take(data)
    })
    current.addEventListener('close', ({ code }: CloseEvent) => {
      if (socket !== current) return
      if (code === grantEnded) onFrame(undefined)
      lost()
    })
  }

  function ask(current: WebSocket): void {
    clearTimeout(asking)
    asking = setTimeout(() => ask(current), askEveryMs)
    if (socket !== current || current.readyState !== Socket.OPEN) return
    current.send(JSON.stringify({ jsonrpc: '2.0', id: nextId++, method: 'overlay.follow', params: { kind } }))
  }

  function take(text: string): void {
    const { method, params, result, error } = read(text)
    if (error !== undefined) {
      onFrame(undefined)
      clearTimeout(asking)
      asking = setTimeout(() => socket !== undefined && ask(socket), askAgainMs)
      return
    }
    const frame = method === 'overlay.value' ? params : method === undefined ? result : undefined
    if (frame?.kind === kind) onFrame(frame)
  }

  function stayAwake(current: WebSocket): void {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      if (socket !== current) return
      lost()
      current.close()
    }, silentMs)
  }

  /** What is shown clears itself: a link that is back within a moment changes nothing on the picture. */
  function lost(): void {
    end()
    opening = setTimeout(open, backOff(attempt++))
  }

  function end(): void {
    socket = undefined
    clearTimeout(opening)
    clearTimeout(asking)
    clearTimeout(watchdog)
  }

  open()
  return () => {
    const current = socket
    end()
    current?.close()
  }
}

function read(text: string): Message {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}
