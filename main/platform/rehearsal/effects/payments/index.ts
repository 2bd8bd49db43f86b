import type { Effects } from '../../call.ts'
import { charges } from './charges.ts'
import { invoices } from './invoices.ts'
import { links } from './links.ts'
import { plans } from './plans.ts'
import { receipts } from './receipts.ts'
import { redirects } from './redirects.ts'
import { refunds } from './refunds.ts'
import { subscriptionReads } from './subscription-reads.ts'
import { subscriptions } from './subscriptions.ts'
import { transactions } from './transactions.ts'

export const payments: Effects = {
  ...charges,
  ...invoices,
  ...links,
  ...plans,
  ...receipts,
  ...redirects,
  ...refunds,
  ...subscriptionReads,
  ...subscriptions,
  ...transactions,
}
