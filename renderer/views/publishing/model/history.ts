// The ledger knows no events of ours: an intent belongs to one by its link, or by what it says of itself.
import type { EventRecord, Intent } from '#contract/models.ts'
import { eventOperations } from './fields.ts'
import { detailsOf } from './rows.ts'

const operations: ReadonlySet<string> = new Set(Object.values(eventOperations))
const marks = ['streamId', 'videoId', 'title'] as const

/** Whether an intent was sent for an event: linked to a row of it, or carrying its stream, video or title. */
export function belongsTo(intent: Intent, event: Pick<EventRecord, 'lastIntents' | 'environment'>, details: Readonly<Record<string, unknown>>): boolean {
  if (Object.values(event.lastIntents).includes(intent.id)) return true
  if (!operations.has(intent.operation) || intent.environment !== event.environment) return false
  const said = detailsOf(intent)
  return marks.some((name) => typeof said[name] === 'string' && said[name] !== '' && said[name] === details[name])
}
