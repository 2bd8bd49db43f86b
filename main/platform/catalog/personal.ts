import { people } from '#contract/people.ts'

// Resources whose records are people, or money that moved, is owed or was offered: what such a record is called, a name or an address, is nobody's
// business in a list that outlives the screen, so the desk remembers no more of it than its id. What a creator named for the audience (an event,
// a plan, a link, a promotion, a team, a sponsor) keeps its title.
export const personalResources: ReadonlySet<string> = new Set([
  ...people,
  // Who saw an advertisement, what was earned with it, and what was bid for it.
  'ads/attribution',
  'ads/bidding',
  'ads/interaction',
  // A payment under way.
  'pay',
  'pay/s',
  'payment/charge',
  'payment/invoice',
  'payment/receipt',
  'payment/refund',
  'payment/subscription',
  'payment/transaction',
  // Who voted for what.
  'vote/cast',
])
