import { defined } from '#contract/defined.ts'
import { onAirSummary } from '#answers/on-air.ts'
import { readStreamStatus, statusOperation } from '#answers/stream-status.ts'
import type { Source } from './types.ts'

/** Whether the chosen stream is on air, by the platform's word; a paused one is not. Where it is on air is not said. */
export const onair: Source = ({ broadcast: { stream }, choiceOf, offsetMs, now }, read) => {
  if (stream === undefined) return 'nothing'
  const answer = read({ operation: statusOperation, body: { streamId: stream.id }, pace: 'status' })
  if (answer === undefined) return undefined
  const { code, since } = onAirSummary({
    stream,
    status: readStreamStatus(answer, now, choiceOf(statusOperation).airWords),
    destinations: [],
    readAt: undefined,
    stale: false,
    encoder: undefined,
    now: now + offsetMs,
    offsetMs,
  })
  return code === 'unknown' ? 'not_understood' : { kind: 'onair', onAir: code === 'on_air', ...defined({ since }) }
}
