// The only file that knows axios. Its errors hold credentials, so they become faults here.
import { defined } from '#contract/defined.ts'
import http from 'node:http'
import https from 'node:https'
import axios from 'axios'
import type { SocketStage } from '#contract/models.ts'
import { stopwatch, type Clock } from '../../core/ports.ts'
import type { WireFault } from './error-messages.ts'
import type { Header } from './headers.ts'
import type { ClientLimits } from './limits.ts'
import { createTransport, giveUpLate, stageOf, type Trace } from './transport.ts'
import { unpack } from './unpack.ts'

export interface Prepared {
  method: string
  url: URL
  headers: readonly Header[]
  body?: string
  leftOut?: string[]
}

export interface Answer {
  status: number
  header: (name: string) => string | undefined
  /** Name, value, name, value. */
  rawHeaders: readonly string[]
  body: Buffer
  /** The packing breaks off: only the beginning of the body came. */
  isCut: boolean
  durationMs: number
}

/**
 * `unreachable` and `unsendable`: nothing was sent. `cancelled`: given up by the person. After all others the platform
 * may have acted.
 */
export interface Failure {
  cause: 'unreachable' | 'unsendable' | 'cut' | 'timed_out' | 'bad_response' | 'too_large' | 'cancelled'
  fault: WireFault
  stage: SocketStage
  status?: number
  type?: string
  rawHeaders?: readonly string[]
  /** Not connected within `openWithinMs`; nothing was sent. */
  isLate?: true
  durationMs: number
}

export type Sent = { answer: Answer } | { failure: Failure }

/** One attempt each; never throws. */
export function createSender({ clock, limits }: { clock: Clock; limits: ClientLimits }) {
  const agentOptions = { keepAlive: true, timeout: limits.keepAliveMs }
  const httpAgent = new http.Agent(agentOptions)
  const httpsAgent = new https.Agent({ ...agentOptions, rejectUnauthorized: true })
  const instance = axios.create({
    httpAgent,
    httpsAgent,
    maxRedirects: 0,
    timeout: limits.idleMs,
    maxContentLength: limits.answerBytes,
    maxBodyLength: limits.bodyBytes,
    responseType: 'arraybuffer',
    transformRequest: [],
    transformResponse: [],
    transitional: { silentJSONParsing: false, forcedJSONParsing: false },
    validateStatus: null,
    decompress: false,
    proxy: limits.proxy,
  })

  return {
    /** The signal, or no connection within `openWithinMs`, destroys the socket. */
    async send(request: Prepared, deadlineMs: number, signal?: AbortSignal, openWithinMs?: number): Promise<Sent> {
      const trace: Trace = {
        made: false,
        stood: false,
        handed: false,
        timedOut: false,
        cancelled: signal?.aborted === true,
      }
      const begun = clock.now()
      const elapsed = stopwatch(clock)
      if (openWithinMs !== undefined) trace.tooLate = () => elapsed() > openWithinMs
      const cancel = clock.after(deadlineMs, () => {
        trace.timedOut = true
        trace.request?.destroy()
      })
      const cancelOpening =
        openWithinMs === undefined
          ? undefined
          : clock.after(openWithinMs, () => {
              if (trace.opened !== true) giveUpLate(trace)
            })
      const giveUp = () => {
        trace.cancelled = true
        trace.request?.destroy()
      }
      signal?.addEventListener('abort', giveUp)
      try {
        const response = await instance.request<Buffer>({
          method: request.method,
          url: request.url.href,
          // Without a body axios would name a form as the content of a POST.
          headers:
            request.body === undefined
              ? { 'Content-Type': false, ...Object.fromEntries(request.headers) }
              : Object.fromEntries(request.headers),
          ...defined({ data: request.body }),
          transport: createTransport(trace, limits.idleMs),
        })
        const { headers } = response
        const header = (name: string) => {
          const value: unknown = headers[name]
          return typeof value === 'string' ? value : undefined
        }
        return {
          answer: {
            status: response.status,
            header,
            rawHeaders: trace.rawHeaders ?? [],
            ...(await unpack(response.data, header('content-encoding'), limits.answerBytes)),
            durationMs: clock.now() - begun,
          },
        }
      } catch (error) {
        const { status, type, rawHeaders } = trace
        return {
          failure: {
            ...faultOf(error, trace, request.url, limits),
            stage: stageOf(trace),
            ...defined({ status, type, rawHeaders }),
            ...(trace.late === true && { isLate: true }),
            durationMs: clock.now() - begun,
          },
        }
      } finally {
        cancel()
        cancelOpening?.()
        signal?.removeEventListener('abort', giveUp)
      }
    },

    close(): void {
      for (const agent of [httpAgent, httpsAgent]) {
        for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy())
      }
    },
  }
}

function faultOf(
  error: unknown,
  trace: Trace,
  { host, hostname }: URL,
  limits: ClientLimits,
): Pick<Failure, 'cause' | 'fault'> {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (trace.cancelled || trace.late === true) return { cause: 'cancelled', fault: { reason: 'connection_cut' } }
  if (!trace.made) return { cause: 'unsendable', fault: { reason: 'request_not_sendable' } }
  if (!trace.stood) {
    const reason = trace.timedOut ? 'connection_slow' : refusalOf(name)
    return { cause: 'unreachable', fault: { reason, host: reason === 'host_not_found' ? hostname : host } }
  }
  if (trace.timedOut) return { cause: 'timed_out', fault: { reason: 'answer_late' } }
  if (name === 'ERR_BUFFER_TOO_LARGE' || (typeof message === 'string' && message.startsWith('maxContentLength')))
    return { cause: 'too_large', fault: { reason: 'answer_too_large', kib: Math.floor(limits.answerBytes / 1024) } }
  if (/^(Z_|ERR__|ERR_BROTLI)/.test(name)) return { cause: 'bad_response', fault: { reason: 'answer_not_unpacked' } }
  return { cause: 'cut', fault: { reason: trace.status === undefined ? 'connection_cut' : 'answer_cut' } }
}

function refusalOf(code: string): WireFault['reason'] {
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'host_not_found'
  if (/CERT|SIGNATURE|TLS|SSL|EPROTO|ISSUER|SELF_SIGNED/.test(code)) return 'tls_not_accepted'
  return code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN'
    ? 'network_missing'
    : 'connection_failed'
}
