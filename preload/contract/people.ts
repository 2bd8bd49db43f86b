/** Main remembers no title of these, and screens hide them. */
export const people: ReadonlySet<string> = new Set([
  // With an account; `account/types` are kinds of places.
  'account/general',
  // Whom the creator writes to, and what is thought of them.
  'marketing/contact',
  'marketing/leadScore',
  'pages/leads',
  'payment/customer',
  // Those whom the creator pays.
  'vendor/general',
])

/** What people did or paid. Main remembers no title of these either. */
export const dealings: ReadonlySet<string> = new Set([
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

/** Whether the name of such a record may be kept with what was done to it. */
export function keepsName(resource: string): boolean {
  return !people.has(resource) && !dealings.has(resource)
}

export function isPerson(resource: string): boolean {
  return people.has(resource)
}
