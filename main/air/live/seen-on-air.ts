// When the desk last saw something on air. Until it sees the end, the environment's key stays in memory, so that a stop need not wait for
// the keychain.
import type { LiveValue } from '#contract/live.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { readListing } from '#answers/answer.ts'
import { airStateOf, type AirWords } from '#answers/air-state.ts'
import { readStreamStatus } from '#answers/stream-status.ts'
import type { AirState } from '#answers/transport.ts'

/** The watched reads that show it, by route. */
const readings: Readonly<Record<string, (data: Json, at: number, taught?: AirWords) => AirState[]>> = {
  'POST /api/video/stream/getStatus': (data, at, taught) => [readStreamStatus(data, at, taught).state],
  'GET /api/video/details/all': (data, at, taught) =>
    readListing(data, 'video/details').rows.map((row) => airStateOf(row, at, taught).state),
}

/** `onEnd`: nothing of an environment is on air any more. `taught`: what a person said of the platform's words. */
export function createSeenOnAir({
  onEnd,
  taught,
}: {
  onEnd: (environment: EnvironmentId) => void
  taught?: (environment: EnvironmentId) => AirWords | undefined
}) {
  const seen = new Map<EnvironmentId, Map<string, string>>()

  return {
    /** When something was last seen live or paused, ISO 8601; undefined once each of these reads has shown its end. */
    at: (environment: EnvironmentId): string | undefined => [...(seen.get(environment)?.values() ?? [])].sort().at(-1),
    take({ key, environment, answer }: LiveValue): void {
      const read = Object.entries(readings).find(([route]) => key.startsWith(`${route} `))?.[1]
      if (read === undefined || answer === undefined) return
      const states = read(answer.data, Date.parse(answer.receivedAt), taught?.(environment))
      const of = seen.get(environment) ?? new Map<string, string>()
      if (states.some((state) => state === 'live' || state === 'paused')) {
        of.set(key, answer.receivedAt)
        seen.set(environment, of)
      } else if (states.every((state) => state === 'off' || state === 'stopped') && of.delete(key) && of.size === 0)
        onEnd(environment)
    },
  }
}
