// Plays a session of the monitor. The library is large, so this file is loaded when a monitor is opened.
import Hls, { ErrorTypes, Events, FetchLoader, type ErrorData, type LoadPolicy } from 'hls.js'
import workerUrl from 'hls.js/dist/hls.worker.js?url'
import {
  monitorProblemHeader,
  monitorProblems,
  monitorTicketHeader,
  type MonitorProblem,
  type MonitorSession,
} from '#contract/air/monitor.ts'

export type PlayerProblem = MonitorProblem | 'not_playable'

export interface Player {
  /** How far what is shown is behind: `date` by the time in the stream itself, `edge` behind its newest segment. */
  delay(): { seconds: number; by: 'date' | 'edge' } | undefined
  stop(): void
}

const policy = (longestMs: number, again: number): LoadPolicy => ({
  default: {
    maxTimeToFirstByteMs: 10_000,
    maxLoadTimeMs: longestMs,
    timeoutRetry: { maxNumRetry: again, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: again, retryDelayMs: 500, maxRetryDelayMs: 2_000 },
  },
})

const isProblem = (text: string | null): text is MonitorProblem => monitorProblems.some((one) => one === text)

function problemOf({ type, networkDetails }: ErrorData): PlayerProblem {
  if (type !== ErrorTypes.NETWORK_ERROR) return 'not_playable'
  const said = networkDetails instanceof Response ? networkDetails.headers.get(monitorProblemHeader) : null
  return isProblem(said) ? said : 'unreachable'
}

/** `onProblem` is called once, where the player can't go on by itself. */
export function play(
  video: HTMLVideoElement,
  { path, ticket }: NonNullable<MonitorSession['session']>,
  onProblem: (problem: PlayerProblem) => void,
): Player {
  if (!Hls.isSupported()) {
    onProblem('not_playable')
    return { delay: () => undefined, stop: () => undefined }
  }
  const hls = new Hls({
    loader: FetchLoader,
    fetchSetup: (context, init: RequestInit) => {
      const headers = new Headers(init.headers)
      headers.set(monitorTicketHeader, ticket)
      return new Request(context.url, { ...init, headers, credentials: 'omit', mode: 'same-origin' })
    },
    workerPath: workerUrl,
    // The monitor opens anew by itself, so that what is wrong is said soon.
    manifestLoadPolicy: policy(10_000, 0),
    playlistLoadPolicy: policy(10_000, 2),
    fragLoadPolicy: policy(60_000, 2),
    // What the panel can show, and no more.
    capLevelToPlayerSize: true,
    maxBufferLength: 12,
    maxMaxBufferLength: 20,
    backBufferLength: 4,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 10,
    enableWebVTT: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
  })
  let stopped = false
  let recovered = false
  hls.on(Events.ERROR, (_event, data) => {
    if (stopped || !data.fatal) return
    if (data.type === ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true
      hls.recoverMediaError()
      return
    }
    onProblem(problemOf(data))
  })
  hls.on(Events.MANIFEST_PARSED, () => void video.play().catch(() => undefined))
  hls.loadSource(path)
  hls.attachMedia(video)
  return {
    delay() {
      const date = hls.playingDate
      if (date !== null) return { seconds: Math.max(0, (Date.now() - date.getTime()) / 1_000), by: 'date' }
      return hls.latency > 0 ? { seconds: hls.latency, by: 'edge' } : undefined
    },
    stop() {
      stopped = true
      hls.destroy()
    },
  }
}
