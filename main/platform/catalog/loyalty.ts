// Coupons and promotions change what somebody pays. Rewards hand out tokens while the audience watches, so a late one is
// a wrong one.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const coupon = { product: 'Loyalty', resource: 'incentive/loyalty', auth: 'apiKey' } as const
const promotion = { product: 'Loyalty', resource: 'incentive/promotion', auth: 'apiKey' } as const
const reward = { product: 'Loyalty', resource: 'incentive/reward', auth: 'apiKey' } as const

export const loyalty = {
  'GET /api/incentive/loyalty/all': { ...coupon, name: 'Get All', ...read },
  'POST /api/incentive/loyalty/create': {
    ...coupon,
    name: 'Create Coupon',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('GET /api/incentive/loyalty/all'),
  },
  'POST /api/incentive/loyalty/delete': {
    ...coupon,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.couponId', 'body.loyaltyId'],
    confirmWith: gone('GET /api/incentive/loyalty/all'),
  },
  'GET /api/incentive/loyalty/get': { ...coupon, name: 'Get', ...read },
  'PUT /api/incentive/loyalty/update': {
    ...coupon,
    name: 'Update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.couponId', 'body.loyaltyId'],
    confirmWith: updated('GET /api/incentive/loyalty/all'),
  },

  'GET /api/incentive/promotion/all': { ...promotion, name: 'Promotion - Get All', ...read },
  'POST /api/incentive/promotion/create': {
    ...promotion,
    name: 'Promotion - Create',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('GET /api/incentive/promotion/all'),
  },
  'POST /api/incentive/promotion/delete': {
    ...promotion,
    name: 'Promotion - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.promotionId'],
    confirmWith: gone('GET /api/incentive/promotion/all'),
  },
  'GET /api/incentive/promotion/get': { ...promotion, name: 'Promotion - Get', ...read },
  'PUT /api/incentive/promotion/update': {
    ...promotion,
    name: 'Promotion - Update',
    kind: 'update',
    risk: 'money',
    queueable: false,
    record: ['body.id', 'body.promotionId'],
    confirmWith: updated('GET /api/incentive/promotion/all'),
  },

  'GET /api/incentive/reward/all': { ...reward, name: 'Reward - Get All', ...read },
  'POST /api/incentive/reward/create': {
    ...reward,
    name: 'Reward - Create Token Reward',
    kind: 'create',
    risk: 'edit',
    queueable: false,
    confirmWith: created('GET /api/incentive/reward/all'),
  },
  'POST /api/incentive/reward/delete': {
    ...reward,
    name: 'Reward - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.rewardId'],
    confirmWith: gone('GET /api/incentive/reward/all'),
  },
  'GET /api/incentive/reward/get': { ...reward, name: 'Reward - Get', ...read },
  'PUT /api/incentive/reward/update': {
    ...reward,
    name: 'Reward - Update',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.rewardId'],
    confirmWith: updated('GET /api/incentive/reward/all'),
  },
} satisfies Record<string, CatalogEntry>
