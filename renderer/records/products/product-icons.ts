import type { Product } from '#contract/operation.ts'

export const productIcons: Readonly<Record<Product, string>> = {
  Accounts: 'i-lucide-user-round',
  Ads: 'i-lucide-megaphone',
  Embeds: 'i-lucide-code-xml',
  Events: 'i-lucide-calendar-days',
  Livestream: 'i-lucide-radio-tower',
  Loyalty: 'i-lucide-award',
  Marketing: 'i-lucide-mail',
  Pages: 'i-lucide-panels-top-left',
  Payments: 'i-lucide-credit-card',
  Polls: 'i-lucide-vote',
  Spaces: 'i-lucide-door-open',
  Sponsors: 'i-lucide-handshake',
  Teams: 'i-lucide-users-round',
  Vendors: 'i-lucide-store',
}
