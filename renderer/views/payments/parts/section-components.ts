// Each section is loaded when it is first opened. `customer` reaches `BillingPane` as a fall-through attribute.
import { defineAsyncComponent, type Component } from 'vue'
import type { SectionId } from '../model/sections.ts'

export const sectionComponents: Record<SectionId, Component> = {
  customers: defineAsyncComponent(() => import('./customers/CustomersSection.vue')),
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
