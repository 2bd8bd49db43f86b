// The sections of the view, in the order of its bar.
export const sectionIds = [
  'customers',
  'charges',
  'refunds',
  'invoices',
  'subscriptions',
  'plans',
  'links',
  'promotions',
  'receipts',
  'transactions',
] as const
export type SectionId = (typeof sectionIds)[number]

export const sectionIcons: Record<SectionId, string> = {
  customers: 'i-lucide-users',
  charges: 'i-lucide-credit-card',
  refunds: 'i-lucide-undo-2',
  invoices: 'i-lucide-file-text',
  subscriptions: 'i-lucide-repeat',
  plans: 'i-lucide-layers',
  links: 'i-lucide-link',
  promotions: 'i-lucide-ticket-percent',
  receipts: 'i-lucide-receipt',
  transactions: 'i-lucide-arrow-left-right',
}

/** The section that an address names; a customer without a section opens the customer. */
export function sectionOf(query: unknown): SectionId {
  return sectionIds.find((id) => id === query) ?? 'customers'
}
