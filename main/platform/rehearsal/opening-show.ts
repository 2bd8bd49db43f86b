// What a rehearsal opens with: the show of the small studio that is next.
import type { Broadcast, Named } from '#contract/live.ts'
import { studio } from './seed/index.ts'
import type { Stored } from './store.ts'

function named(record: Stored | undefined, field: string): Named | undefined {
  const name = record?.[field]
  return record === undefined || typeof name !== 'string' ? undefined : { id: record.id, name }
}

/** The stream of the next event, the poll that takes votes, and the first link with a goal. */
export function openingShow(now: number): Pick<Broadcast, 'stream' | 'poll' | 'link'> {
  const seed = studio(now)
  const records = (resource: string): readonly Stored[] => seed[resource] ?? []
  const next = records('video/details').find(({ status }) => status === 'scheduled')
  const stream = named(
    records('video/stream').find(({ id }) => id === next?.['streamId']),
    'name',
  )
  const poll = named(
    records('vote/embed').find(({ status }) => status === 'open'),
    'question',
  )
  const link = named(
    records('payment/link').find(({ status, goalAmount }) => status === 'active' && goalAmount !== undefined),
    'title',
  )
  return { ...(stream && { stream }), ...(poll && { poll }), ...(link && { link }) }
}
