// Observes how far a request really came. After a failure this decides whether the platform can have seen it: before the connection
// stood nothing was sent; from then on everything is possible. Error names don't tell the two apart.
import http from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { SocketStage } from '#contract/models.ts'

export interface Trace {
  /** The request was well formed, and a socket asked for. */
  made: boolean
  /** A socket was connected, with TLS agreed on, and this request was on it. */
  stood: boolean
  /** The whole request was handed to the system. */
  handed: boolean
  /** Nothing moved for too long, or the deadline passed. */
  timedOut: boolean
  /** The person gave it up. */
  cancelled: boolean
  /** The connection stood, before TLS. */
  opened?: boolean
  /** Whether it is too late for the connection to stand. */
  tooLate?: () => boolean
  /** It stood too late; nothing was written to it. */
  late?: true
  /** Status of an answer that began. */
  status?: number
  /** Its Content-Type. */
  type?: string
  /** Its headers as they came: name, value, name, value. */
  rawHeaders?: readonly string[]
  /** Destroyed to end the attempt. */
  request?: ClientRequest
}

/** How far a request came before it failed, as the desk saw it: what the platform can have seen grows from stage to stage. */
export const stageOf = ({ made, stood, handed, status }: Trace): SocketStage => {
  if (status !== undefined) return 'answering'
  if (!stood) return made ? 'connecting' : 'unmade'
  return handed ? 'sent' : 'connected'
}

/** The transport that axios uses in place of its own, noting each stage in `trace`. `idleMs` covers the connecting too. */
export function createTransport(trace: Trace, idleMs: number) {
  return {
    request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
      options.timeout = idleMs
      const request = (options.protocol === 'https:' ? https : http).request(options, onResponse)
      trace.made = true
      trace.request = request
      request.once('socket', (socket) => watch(socket, trace))
      request.once('finish', () => void (trace.handed = true))
      request.once('timeout', () => void (trace.timedOut = true))
      if (trace.cancelled) request.destroy()
      request.once('response', (response) => {
        if (response.statusCode !== undefined) trace.status = response.statusCode
        trace.rawHeaders = response.rawHeaders
        if (response.headers['content-type'] !== undefined) trace.type = response.headers['content-type']
      })
      return request
    },
  }
}

/** Ends what was not connected in time. */
export function giveUpLate(trace: Trace): void {
  trace.late = true
  trace.request?.destroy()
}

function watch(socket: Socket & { encrypted?: boolean; secureConnecting?: boolean }, trace: Trace): void {
  const open = () => {
    if (trace.tooLate?.() === true) giveUpLate(trace)
    else trace.opened = true
  }
  // Before the listener that writes the request to it.
  if (socket.connecting) socket.prependOnceListener('connect', open)
  else open()
  if (trace.late === true) return
  if (!socket.connecting && socket.secureConnecting !== true) {
    trace.stood = true
    return
  }
  socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', () => void (trace.stood = trace.late !== true))
}
