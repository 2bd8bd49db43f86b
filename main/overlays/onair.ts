import { defined } from '#contract/defined.ts'
import { readStreamStatus } from '#answers/stream-status.ts'
import type { Source } from './types.ts'

/** Whether the chosen stream is on air, by the platform's word; a paused one is not. */
export const onair: Source = ({ broadcast: { stream }, offsetMs }, read) => {
  if (stream === undefined) return 'nothing'
  const answer = read({ operation: 'POST /api/video/stream/getStatus', body: { streamId: stream.id }, pace: 'status' })
  if (answer === undefined) return undefined
  const { state, startedAt } = readStreamStatus(answer)
  if (state === 'unseen' || state === 'unclear') return 'not_understood'
  const onAir = state === 'live'
  const since = onAir && startedAt !== undefined ? new Date(startedAt + offsetMs).toISOString() : undefined
  return { kind: 'onair', onAir, ...defined({ since }) }
}
