// The sections of the view, in the order of its bar; each is a file of its own and loaded when it is first opened.
import { defineAsyncComponent } from 'vue'
import type { Component } from 'vue'

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

/** Those of `billing/` take `{ customer?: string }` and keep their open record in the address, as the others do. */
export const sectionComponents: Record<SectionId, Component> = {
  customers: defineAsyncComponent(() => import('./people/CustomersSection.vue')),
  charges: defineAsyncComponent(() => import('./money/ChargesSection.vue')),
  refunds: defineAsyncComponent(() => import('./money/RefundsSection.vue')),
  invoices: defineAsyncComponent(() => import('./billing/InvoicesSection.vue')),
  subscriptions: defineAsyncComponent(() => import('./billing/SubscriptionsSection.vue')),
  plans: defineAsyncComponent(() => import('./billing/PlansSection.vue')),
  links: defineAsyncComponent(() => import('./billing/LinksSection.vue')),
  promotions: defineAsyncComponent(() => import('./billing/PromotionsSection.vue')),
  receipts: defineAsyncComponent(() => import('./billing/ReceiptsSection.vue')),
  transactions: defineAsyncComponent(() => import('./billing/TransactionsSection.vue')),
}

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
