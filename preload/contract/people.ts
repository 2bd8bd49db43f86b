/** Resources whose records are people: main remembers no title of one, screens hide it from an audience. */
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

/** Whether a record of this resource (`payment/customer`) is a person. */
export function isPerson(resource: string): boolean {
  return people.has(resource)
}
