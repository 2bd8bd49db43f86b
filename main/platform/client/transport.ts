// Observes how far a request came, which decides whether the platform can have seen it; error names don't say that.
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { SocketStage } from '#contract/models.ts'

export interface Trace {
  made: boolean
  stood: boolean
  handed: boolean
  timedOut: boolean
  cancelled: boolean
  opened?: boolean
  tooLate?: () => boolean
  /** Connected too late; nothing was written. */
  late?: true
  status?: number
  type?: string
  rawHeaders?: readonly string[]
  request?: ClientRequest
}

/** What the platform can have seen grows from stage to stage. */
export const stageOf = ({ made, stood, handed, status }: Trace): SocketStage => {
  if (status !== undefined) return 'answering'
  if (!stood) return made ? 'connecting' : 'unmade'
  return handed ? 'sent' : 'connected'
}

/** In place of axios's own transport; `idleMs` covers connecting too. */
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
