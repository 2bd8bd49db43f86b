import type { Product } from '#contract/operation.ts'

/** Specification, section 1. */
export const productDescriptions: Readonly<Record<Product, string>> = {
  Accounts: 'Sign-up, log-in, log-out, sessions and password reset.',
  Ads: 'Advertisements, attribution, bidding, impressions, inventory and placements.',
  Embeds: 'Embeds for voting.',
  Events: 'Named events.',
  Livestream: 'Categories, channels, details, third-party event publishing, static assets, streams and subcategories.',
  Loyalty: 'Coupons, promotions and rewards.',
  Marketing: 'Automations, campaigns, contacts, e-mail sequences, integrations, lead scores, segments and templates.',
  Pages: 'Account pages and page leads.',
  Payments:
    'Charges, customers, invoices, payment links, promotions, receipts, refunds, subscriptions, subscription plans and transactions.',
  Polls: 'Casting and reading votes.',
  Spaces: 'Spaces.',
  Sponsors: 'Sponsors.',
  Teams: 'Teams, their categories and subcategories.',
  Vendors: 'Vendors.',
}
