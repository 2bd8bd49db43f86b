// Resources whose records are people, or money that moved, is owed or was offered: what such a record is called, a name or an address, is nobody's
// business in a list that outlives the screen, so the desk remembers no more of it than its id. What a creator named for the audience (an event,
// a plan, a link, a promotion, a team, a sponsor) keeps its title.
export const personalResources: ReadonlySet<string> = new Set([
  // People with an account; `account/types` are kinds of places.
  'account/general',
  // Who saw an advertisement, what was earned with it, and what was bid for it.
  'ads/attribution',
  'ads/bidding',
  'ads/interaction',
  // Whom the creator writes to, and what is thought of them.
  'marketing/contact',
  'marketing/leadScore',
  'pages/leads',
  // A payment under way.
  'pay',
  'pay/s',
  'payment/charge',
  'payment/customer',
  'payment/invoice',
  'payment/receipt',
  'payment/refund',
  'payment/subscription',
  'payment/transaction',
  // Those whom the creator pays.
  'vendor/general',
  // Who voted for what.
  'vote/cast',
])
