// One connection by obs-websocket 5. The only file that knows the package; everything ends within a bounded time.
import OBSWebSocket, {
  EventSubscription,
  OBSWebSocketError,
  type OBSRequestTypes,
  type OBSResponseTypes,
  type RequestBatchRequest,
} from 'obs-websocket-js/json'
import type { EncoderLink } from '#contract/air/encoder.ts'
import { messageOf } from '#contract/errors.ts'
import type { Clock } from '../../core/ports.ts'
import { readingOf, type Reading } from './reading.ts'

const connectMs = 5_000
const answerMs = 5_000
const authenticationFailed = 4_009
/** Request states of the protocol begin here; below are closes and errors of the socket. */
const requestStates = { from: 100, below: 1_000 }

/** What a reading consists of. */
const reads: RequestBatchRequest[] = [
  { requestType: 'GetStreamStatus' },
  { requestType: 'GetRecordStatus' },
  { requestType: 'GetSceneList', requestData: {} },
  { requestType: 'GetStats' },
]

/** After any of them something may be otherwise. */
const hasteners = [
  'StreamStateChanged',
  'RecordStateChanged',
  'CurrentProgramSceneChanged',
  'SceneListChanged',
  'SceneNameChanged',
  'CurrentSceneCollectionChanged',
] as const

/** Why no connection was made. */
export class LinkError extends Error {
  readonly link: Exclude<EncoderLink, 'off' | 'connecting' | 'connected'>
  constructor(link: LinkError['link'], message: string) {
    super(message)
    this.link = link
  }
}

/** The software answered that it does not do it. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number, said: string) {
    super(said)
    this.status = status
  }
}

/** It did not answer in time, or the connection was lost: it may have done it. */
export class LostError extends Error {
  readonly how: 'cut' | 'timed_out'
  constructor(how: LostError['how']) {
    super(how)
    this.how = how
  }
}

export type Connection = Awaited<ReturnType<typeof openConnection>>

/** Throws LinkError. `onClose` is called once, only after this has resolved. */
export async function openConnection(parts: {
  address: string
  password: string | undefined
  clock: Pick<Clock, 'after'>
  onEvent: () => void
  onClose: (link: LinkError['link']) => void
  signal: AbortSignal
}) {
  const { address, password, clock, onEvent, signal } = parts
  const obs = new OBSWebSocket()
  const gone = Promise.withResolvers<never>()
  gone.promise.catch(() => undefined)
  const close = (): void => void obs.disconnect().catch(() => undefined)
  signal.addEventListener('abort', () => {
    gone.reject(new LostError('cut'))
    close()
  })
  const eventSubscriptions = EventSubscription.Config | EventSubscription.Scenes | EventSubscription.Outputs
  const greeting = await within(
    clock,
    connectMs,
    Promise.race([obs.connect(address, password, { rpcVersion: 1, eventSubscriptions }), gone.promise]),
  ).catch((error: unknown) => {
    close()
    throw new LinkError(linkAfter(error), messageOf(error))
  })
  let isOpen = true
  obs.on('ConnectionClosed', (error) => {
    if (!isOpen) return
    isOpen = false
    gone.reject(new LostError('cut'))
    parts.onClose(linkAfter(error))
  })
  for (const event of hasteners) obs.on(event, onEvent)
  async function answered<T>(work: Promise<T>): Promise<T> {
    try {
      return await within(clock, answerMs, Promise.race([work, gone.promise]))
    } catch (error) {
      if (error instanceof OBSWebSocketError && error.code >= requestStates.from && error.code < requestStates.below)
        throw new RefusedError(error.code, error.message)
      throw error instanceof LostError ? error : new LostError('cut')
    }
  }
  return {
    protocol: greeting.obsWebSocketVersion,
    /** The answer as it came, checked by nobody. Throws RefusedError or LostError. */
    call: <R extends keyof OBSRequestTypes>(request: R, data?: OBSRequestTypes[R]): Promise<unknown> =>
      answered(obs.call(request, data)),
    /** All in one message: the software would hold back each answer until the one before was acknowledged. Throws as `call`. */
    async read(): Promise<Reading> {
      const results = await answered(obs.callBatch(reads))
      function of(type: keyof OBSResponseTypes): unknown {
        const one = results.find(({ requestType }) => requestType === type)
        if (one?.requestStatus.result === true) return one.responseData
        throw new RefusedError(one?.requestStatus.code ?? 0, type)
      }
      return readingOf({
        stream: of('GetStreamStatus'),
        record: of('GetRecordStatus'),
        list: of('GetSceneList'),
        stats: of('GetStats'),
      })
    },
    close(): void {
      isOpen = false
      gone.reject(new LostError('cut'))
      close()
    },
  }
}

function linkAfter(error: unknown): LinkError['link'] {
  if (!(error instanceof OBSWebSocketError)) return 'unreachable'
  if (error.code === authenticationFailed) return 'refused'
  const isOther = error.code > 4_000 && error.code < 4_011 && error.code !== 4_000
  return isOther || /subprotocol|server response/i.test(error.message) ? 'unsupported' : 'unreachable'
}

async function within<T>(clock: Pick<Clock, 'after'>, ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(ms, () => late.reject(new LostError('timed_out')))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    cancel()
  }
}
