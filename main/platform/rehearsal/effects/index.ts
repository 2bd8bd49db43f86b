import type { Effects } from '../call.ts'
import { accounts } from './accounts.ts'
import { ads } from './ads.ts'
import { events } from './events.ts'
import { marketing } from './marketing.ts'
import { pages } from './pages.ts'
import { payments } from './payments/index.ts'
import { streams } from './streams.ts'
import { votes } from './votes.ts'

export const effects: Effects = {
  ...accounts,
  ...ads,
  ...events,
  ...marketing,
  ...pages,
  ...payments,
  ...streams,
  ...votes,
}
