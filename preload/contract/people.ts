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

export function isPerson(resource: string): boolean {
  return people.has(resource)
}
