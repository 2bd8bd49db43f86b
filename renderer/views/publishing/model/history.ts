import type { EnvironmentId, Intent } from '#contract/models.ts'
import { eventOperations } from './fields.ts'
import { detailsOf } from './rows.ts'

const operations: ReadonlySet<string> = new Set(Object.values(eventOperations))
const marks = ['streamId', 'videoId', 'title'] as const

export function belongsTo(
  intent: Intent,
  event: { id: string; environment: EnvironmentId; lastIntents: Record<string, string> },
  details: Readonly<Record<string, unknown>>,
): boolean {
  if (intent.draft?.id === event.id || Object.values(event.lastIntents).includes(intent.id)) return true
  if (intent.draft !== undefined) return false
  if (!operations.has(intent.operation) || intent.environment !== event.environment) return false
  const said = detailsOf(intent)
  return marks.some((name) => typeof said[name] === 'string' && said[name] !== '' && said[name] === details[name])
}
