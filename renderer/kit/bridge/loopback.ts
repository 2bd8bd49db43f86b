// JSON-RPC 2.0 over a WebSocket to the page's own origin; docs/control-api.md describes it for scripts.
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import { longMessage, type Transport, type TransportEvents } from './transport.ts'

interface Pending {
  method: string
  resolve(value: unknown): void
  reject(error: DeskError): void
}

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string; data?: DeskErrorShape }
}

const backOffMs = [250, 500, 1_000, 2_000, 5_000] as const

/** How long to wait before try `attempt`, counted from 0, in milliseconds. */
export function backOff(attempt: number): number {
  return backOffMs[Math.min(attempt, backOffMs.length - 1)] ?? 5_000
}

/** A lost link carries the method in `operation`, where an error of the platform carries a route key. */
function gone(method: string): DeskError {
  return new DeskError('unreachable', 'The link to the desk\u2019s backend dropped before it answered.', {
    operation: method,
  })
}

/** The transport over `ws://<same host>/bridge`. Without a token it stays closed. */
export function createLoopbackTransport(
  address: string,
  token: string | undefined,
  Socket: typeof WebSocket,
): Transport {
  const pending = new Map<number, Pending>()
  let waiting: Array<() => void> = []
  let events: TransportEvents | undefined
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let everOpen = false
  let lost = false
  let nextId = 1

  function receive(text: string): void {
    const message = JSON.parse(text) as Message
    if (message.method !== undefined) {
      events?.event(message.method, message.params)
      return
    }
    const call = message.id === undefined ? undefined : pending.get(message.id)
    if (call === undefined || message.id === undefined) return
    pending.delete(message.id)
    if (message.error === undefined) {
      if (text.length > longMessage) setTimeout(() => call.resolve(message.result))
      else call.resolve(message.result)
    } else if (message.error.data) call.reject(DeskError.fromShape(message.error.data))
    else
      call.reject(
        new DeskError('internal', message.error.message, {
          facts: { reason: 'backend_refused', said: message.error.message },
        }),
      )
  }

  function drop(): void {
    socket = undefined
    lost = true
    const calls = [...pending.values()]
    pending.clear()
    for (const call of calls) call.reject(gone(call.method))
    releaseWaiting()
    events?.link('lost', everOpen || attempt < 2 ? undefined : 'refused')
    timer = setTimeout(open, backOff(attempt++))
  }

  function releaseWaiting(): void {
    const released = waiting
    waiting = []
    for (const release of released) release()
  }

  function open(): void {
    clearTimeout(timer)
    if (token === undefined) {
      lost = true
      events?.link('lost', 'no_token')
      releaseWaiting()
      return
    }
    const current = new Socket(address, ['showdesk.v1', `bearer.${token}`])
    socket = current
    current.addEventListener('open', () => {
      attempt = 0
      everOpen = true
      lost = false
      events?.link('open')
      releaseWaiting()
    })
    current.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') receive(data)
    })
    current.addEventListener('close', () => {
      if (socket === current) drop()
    })
  }

  return {
    start(to) {
      events = to
      events.link('connecting')
      open()
    },
    async request(method, params) {
      if (socket?.readyState !== Socket.OPEN && !lost) await new Promise<void>((resolve) => waiting.push(resolve))
      const target = socket
      if (target?.readyState !== Socket.OPEN) throw gone(method)
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { method, resolve, reject })
        target.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      })
    },
    retry() {
      if (socket === undefined) open()
    },
  }
}
