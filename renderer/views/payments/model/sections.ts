export const sectionIcons = {
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
export type SectionId = keyof typeof sectionIcons
export const sectionIds = Object.keys(sectionIcons) as SectionId[]

export const sectionOf = (query: unknown): SectionId => sectionIds.find((id) => id === query) ?? 'customers'
