// A typed client of the control API for scripts; see docs/control-api.md.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents, EventListener } from '#contract/events.ts'
import { LoginError, scramClient, scramProtocol } from './scram.ts'

export { LoginError } from './scram.ts'

/** `bridge` and `token` of the line that `npm run -s serve -- --json` prints. */
export interface DeskAddress {
  bridge: string
  token: string
}

/** May be left out where the method takes none. */
export type CallInput<M extends BridgeMethod> =
  undefined extends BridgeInput<M> ? [input?: BridgeInput<M>] : [input: BridgeInput<M>]

export interface DeskClient {
  /** Rejects with DeskError, or with an Error where the connection ends first. */
  call<M extends BridgeMethod>(method: M, ...input: CallInput<M>): Promise<BridgeOutput<M>>
  /** Answers the unsubscription. */
  on<E extends BridgeEvent>(event: E, listener: (payload: BridgeEvents[E]) => void): () => void
  /** Fulfilled, whoever ended the connection. */
  closed: Promise<void>
  close(): void
}

interface Frame {
  id?: number
  result?: unknown
  error?: { data: DeskErrorShape }
  method?: string
  params?: unknown
}

interface Pending {
  done: (result: unknown) => void
  fail: (error: Error) => void
}

/** For the desk's first answers; what answers nothing is no desk. */
const loginMs = 10_000

/** Proves the token without sending it, and that the other side is the desk. Rejects with LoginError. */
async function logIn(socket: WebSocket, { bridge, token }: DeskAddress): Promise<void> {
  const login = scramClient({ secret: token, at: new URL(bridge).host })
  const answer = async (frame: string): Promise<string> => {
    const ended = new AbortController()
    const late = setTimeout(() => ended.abort(), loginMs)
    const end = () => ended.abort()
    socket.once('close', end)
    const heard = once(socket, 'message', { signal: ended.signal }).catch(() => {
      throw new LoginError('not_proven')
    })
    socket.send(frame)
    try {
      const [data] = (await heard) as [Buffer]
      return data.toString('utf8')
    } finally {
      clearTimeout(late)
      socket.off('close', end)
    }
  }
  login.verify(await answer(login.final(await answer(login.first))))
}

/**
 * `onEvent` hears every event from the first one on. Rejects where nothing answers, and with LoginError where the desk
 * refuses, or what answers is not the desk (`not_proven`): then it has learned nothing of the token.
 */
export async function connect({ bridge, token }: DeskAddress, onEvent?: EventListener): Promise<DeskClient> {
  const socket = new WebSocket(bridge, ['showdesk.v1', scramProtocol], { handshakeTimeout: loginMs })
  const pending = new Map<number, Pending>()
  const listeners = new Set<(event: string, payload: unknown) => void>()
  if (onEvent !== undefined) listeners.add(onEvent as (event: string, payload: unknown) => void)
  let lastId = 0

  const read = (data: Buffer) => {
    const { id, result, error, method, params } = JSON.parse(data.toString('utf8')) as Frame
    if (id === undefined) {
      for (const listener of listeners) listener(method ?? '', params)
      return
    }
    const call = pending.get(id)
    pending.delete(id)
    if (error === undefined) call?.done(result)
    else call?.fail(DeskError.fromShape(error.data))
  }
  const closed = new Promise<void>((done) => {
    socket.on('close', () => {
      for (const { fail } of pending.values()) fail(new Error('The connection to the desk has ended.'))
      pending.clear()
      done()
    })
  })
  // `close` follows every error; `once` rejects with an early one.
  socket.on('error', () => {})
  await once(socket, 'open')
  try {
    await logIn(socket, { bridge, token })
  } catch (error) {
    socket.terminate()
    throw error
  }
  socket.on('message', read)

  return {
    call: (method, ...[input]) =>
      new Promise((done, fail) => {
        if (socket.readyState !== WebSocket.OPEN) return fail(new Error('The connection to the desk has ended.'))
        const id = ++lastId
        pending.set(id, { done: (result) => done(result as never), fail })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: input ?? {} }))
      }),
    on(event, listener) {
      const ofEvent = (name: string, payload: unknown) => {
        if (name === event) listener(payload as never)
      }
      listeners.add(ofEvent)
      return () => listeners.delete(ofEvent)
    },
    closed,
    close: () => socket.close(),
  }
}
