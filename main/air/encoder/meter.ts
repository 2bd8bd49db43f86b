// What the software sends, measured over several readings. Pure but for what it remembers.
import { defined } from '#contract/defined.ts'
import type { EncoderOutput } from '#contract/air/encoder.ts'

export interface OutputStatus {
  outputActive: boolean
  outputReconnecting: boolean
  outputDuration: number
  outputBytes: number
  outputSkippedFrames?: number
  outputTotalFrames?: number
}

/** Readings closer together say too little of what grows. */
const leastApartMs = 950
const keptMs = 30_000
const fewestFrames = 30

interface Sample {
  at: number
  bytes: number
  skipped: number | undefined
  total: number | undefined
}

export function createMeter() {
  let samples: Sample[] = []
  let reconnectingSince: string | undefined
  return {
    /** `at` is running time in milliseconds, `readAt` the instant of the reading. */
    take(status: OutputStatus, at: number, readAt: string): EncoderOutput {
      const { outputActive: active, outputBytes: bytes } = status
      const now: Sample = { at, bytes, skipped: status.outputSkippedFrames, total: status.outputTotalFrames }
      const last = samples.at(-1)
      // Another stream has begun.
      if (!active || (last !== undefined && (bytes < last.bytes || (now.total ?? Infinity) < (last.total ?? 0))))
        samples = []
      samples = [...samples.filter((one) => at - one.at <= keptMs), now]
      const reconnecting = active && status.outputReconnecting
      reconnectingSince = reconnecting ? (reconnectingSince ?? readAt) : undefined
      const before = samples.findLast((one) => at - one.at >= leastApartMs)
      const [first = now] = samples
      const frames = (now.total ?? NaN) - (first.total ?? NaN)
      const skipped = (now.skipped ?? NaN) - (first.skipped ?? NaN)
      return {
        active,
        reconnecting,
        growing: active && before !== undefined && bytes > before.bytes,
        durationMs: status.outputDuration,
        bytes,
        ...defined({
          reconnectingSince,
          kbps: before === undefined ? undefined : Math.round(((bytes - before.bytes) * 8) / (at - before.at)),
          droppedShare: frames >= fewestFrames && skipped >= 0 ? Math.min(1, skipped / frames) : undefined,
          skippedFrames: now.skipped,
          totalFrames: now.total,
        }),
      }
    },
    clear(): void {
      samples = []
      reconnectingSince = undefined
    },
  }
}
