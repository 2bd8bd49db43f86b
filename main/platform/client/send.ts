// The only place that knows axios. Its errors hold the request with its credentials, so they are turned into plain words here at once.
import http from 'node:http'
import https from 'node:https'
import axios from 'axios'
import type { SocketStage } from '#contract/models.ts'
import type { Clock } from '../../ports.ts'
import { stopwatch } from '../../ports.ts'
import type { Header } from './headers.ts'
import type { ClientLimits } from './limits.ts'
import { createTransport, giveUpLate, stageOf } from './transport.ts'
import type { Trace } from './transport.ts'
import { unpack } from './unpack.ts'

export interface Prepared {
  method: string
  url: URL
  headers: readonly Header[]
  body?: string
  /** Dotted places of secrets that could not be had and are left out of the body. */
  leftOut?: string[]
}

/** An answer that came to its end, its body unread. */
export interface Answer {
  status: number
  header: (name: string) => string | undefined
  /** As they came: name, value, name, value. */
  rawHeaders: readonly string[]
  /** Unpacked. */
  body: Buffer
  /** The body ends before its packing does: only its beginning is there, whatever it is. */
  isCut: boolean
  /** From sending to the answer's end. */
  durationMs: number
}

/**
 * No whole answer. `unreachable`: the connection never stood, nothing was sent. `unsendable`: refused before there was a socket. `cancelled`: given
 * up by the person, at any stage. All others came after the connection stood, so that the platform may have acted. `reason` is in plain words.
 */
export interface Failure {
  cause: 'unreachable' | 'unsendable' | 'cut' | 'timed_out' | 'bad_response' | 'too_large' | 'cancelled'
  reason: string
  /** How far it came. */
  stage: SocketStage
  status?: number
  /** Content-Type of an answer that began. */
  type?: string
  /** Headers of an answer that began. */
  rawHeaders?: readonly string[]
  /** The connection stood too late for `openWithinMs`; nothing was sent. */
  isLate?: true
  durationMs: number
}

export type Sent = { answer: Answer } | { failure: Failure }

/** Sends requests, one attempt each; never throws. */
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
    /** The signal gives it up: its socket is destroyed. A connection that does not stand within `openWithinMs` is given up too. */
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
          ...(request.body === undefined ? {} : { data: request.body }),
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
            ...judge(error, trace, request.url, limits),
            stage: stageOf(trace),
            ...(status === undefined ? {} : { status }),
            ...(type === undefined ? {} : { type }),
            ...(rawHeaders === undefined ? {} : { rawHeaders }),
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

    /** Ends idle connections. */
    close(): void {
      for (const agent of [httpAgent, httpsAgent]) {
        for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy())
      }
    },
  }
}

function judge(error: unknown, trace: Trace, url: URL, limits: ClientLimits): Pick<Failure, 'cause' | 'reason'> {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (trace.cancelled || trace.late === true) return { cause: 'cancelled', reason: 'It was given up' }
  if (!trace.made) return { cause: 'unsendable', reason: 'The request could not be put together' }
  if (!trace.stood) {
    return {
      cause: 'unreachable',
      reason: trace.timedOut ? `${url.host} did not accept a connection in time` : refusal(name, url),
    }
  }
  if (trace.timedOut) return { cause: 'timed_out', reason: 'No whole answer came in time' }
  if (name === 'ERR_BUFFER_TOO_LARGE' || (typeof message === 'string' && message.startsWith('maxContentLength'))) {
    return { cause: 'too_large', reason: `The answer is larger than ${Math.floor(limits.answerBytes / 1024)} KiB` }
  }
  if (/^(Z_|ERR__|ERR_BROTLI)/.test(name)) return { cause: 'bad_response', reason: 'The answer could not be unpacked' }
  return {
    cause: 'cut',
    reason:
      trace.status === undefined
        ? 'The connection was cut before an answer came'
        : 'The connection was cut in the middle of the answer',
  }
}

function refusal(code: string, url: URL): string {
  if (code === 'ECONNREFUSED') return `${url.host} refuses connections`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The name ${url.hostname} was not found`
  if (/CERT|SIGNATURE|TLS|SSL|EPROTO|ISSUER|SELF_SIGNED/.test(code))
    return `No secure connection to ${url.host}: its certificate or encryption was not accepted (a network's sign-in page can cause that)`
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN') return `No network leads to ${url.host}`
  return `No connection to ${url.host}`
}
