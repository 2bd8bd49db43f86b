import { readListing } from '#answers/answer.ts'
import { publishedOf } from '#answers/published.ts'
import { oncePerAnswer } from './once.ts'
import { figures } from './pace.ts'
import type { Source } from './types.ts'

const operation = 'GET /api/video/details/all'
/** A start that is late is still the next one for a while; the overlay then says 0:00. */
const lateMs = 600_000

const events = oncePerAnswer((answer, choice) =>
  readListing(answer, 'video/details', choice).certainty === 'not_understood' ? undefined : publishedOf(answer, choice),
)

/** The next planned start of the chosen stream's events that has not happened yet. */
export const countdown: Source = ({ broadcast: { stream }, choiceOf, quick, now, offsetMs }, read) => {
  if (stream === undefined) return 'nothing'
  const answer = read({ operation, pace: figures(quick) })
  if (answer === undefined) return undefined
  const listed = events(answer, choiceOf(operation))
  if (listed === undefined) return 'not_understood'
  const [next] = listed
    .flatMap((event) => {
      const { at = 0, state, streamId = stream.id } = event
      const begun = state === 'live' || state === 'paused' || state === 'stopped'
      return begun || streamId !== stream.id || at <= now - lateMs ? [] : [{ ...event, at }]
    })
    .sort((a, b) => a.at - b.at)
  if (next === undefined) return 'nothing'
  return { kind: 'countdown', title: next.title ?? stream.name, at: new Date(next.at + offsetMs).toISOString() }
}
