import { people } from '#contract/people.ts'

// Records of people, or of money: the desk remembers no more of them than the id. What a creator named for the audience
// (an event, a plan, a link) keeps its title.
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
