// Whose records are people: their titles are names, which an audience must not see.
const people: ReadonlySet<string> = new Set(['account/general', 'marketing/contact', 'marketing/leadScore', 'pages/leads', 'payment/customer'])

/** Whether a record of this resource (`payment/customer`) is a person. */
export function isPerson(resource: string): boolean {
  return people.has(resource)
}
