// A vote counts at once and is seen in the tally; one that arrives after the poll has closed is worse than none.
import { effect, read } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const cast = { product: 'Polls', resource: 'vote/cast', auth: 'apiKey' } as const

export const polls = {
  'POST /api/vote/cast/create': {
    ...cast,
    name: 'Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: effect('POST /api/vote/cast/getall'),
  },
  'POST /api/vote/cast/get': { ...cast, name: 'Get By Vote ID', ...read },
  'POST /api/vote/cast/getall': { ...cast, name: 'Get All', ...read },
} satisfies Record<string, CatalogEntry>
