import { charges } from './charges.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { links } from './links.ts'
import { plans } from './plans.ts'
import { promotions } from './promotions.ts'
import { receipts } from './receipts.ts'
import { refunds } from './refunds.ts'
import { subscriptions } from './subscriptions.ts'
import { transactions } from './transactions.ts'

export const payments = {
  ...charges,
  ...customers,
  ...invoices,
  ...links,
  ...promotions,
  ...receipts,
  ...refunds,
  ...subscriptions,
  ...plans,
  ...transactions,
}
