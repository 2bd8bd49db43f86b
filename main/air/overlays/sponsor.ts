import { defined } from '#contract/defined.ts'
import { readListing } from '#answers/answer.ts'
import { adsOf, phaseOf } from '#answers/placements.ts'
import { inOneLine, scalarText } from '#answers/roles.ts'
import { fieldNamed } from '#answers/stream-status.ts'
import { oncePerAnswer } from './once.ts'
import { figures } from './pace.ts'
import type { Source } from './types.ts'

const operation = 'GET /api/ads/placement/all'
const lineNames = ['text', 'tagline', 'line', 'message', 'caption']

const placements = oncePerAnswer((answer, choice) =>
  readListing(answer, 'ads/placement', choice).certainty === 'not_understood' ? undefined : adsOf(answer, choice),
)

/** The ad that runs on the chosen stream now. */
export const sponsor: Source = ({ broadcast: { stream }, choiceOf, quick, now }, read) => {
  if (stream === undefined) return 'nothing'
  const answer = read({ operation, pace: figures(quick) })
  if (answer === undefined) return undefined
  const ads = placements(answer, choiceOf(operation))
  if (ads === undefined) return 'not_understood'
  const running = ads.find(
    (ad) => (ad.streamId === undefined || ad.streamId === stream.id) && phaseOf(ad, now) === 'running',
  )
  if (running === undefined) return 'nothing'
  const line = scalarText(fieldNamed(running.row, lineNames)?.value)
  return {
    kind: 'sponsor',
    name: inOneLine(running.title),
    ...defined({ text: line === undefined ? undefined : inOneLine(line) }),
  }
}
