// A placement is seen at once and a bid is a promise to pay; impressions, interactions and attributions belong to a
// moment. So none of them waits in the queue.
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const advertisement = { product: 'Ads', resource: 'ads/advertisement', auth: 'apiKey' } as const
const attribution = { product: 'Ads', resource: 'ads/attribution', auth: 'apiKey' } as const
const bidding = { product: 'Ads', resource: 'ads/bidding', auth: 'apiKey' } as const
const interaction = { product: 'Ads', resource: 'ads/interaction', auth: 'apiKey' } as const
const inventory = { product: 'Ads', resource: 'ads/inventory', auth: 'apiKey' } as const
const placement = { product: 'Ads', resource: 'ads/placement', auth: 'apiKey' } as const

export const ads = {
  'POST /api/ads/advertisement/create': {
    ...advertisement,
    name: 'Create Advertisement',
    kind: 'create',
    risk: 'edit',
    queueable: false,
  },
  'POST /api/ads/advertisement/get': { ...advertisement, name: 'Get Advertisement', ...read },

  'GET /api/ads/attribution/all': { ...attribution, name: 'Get All Attribution', ...read },
  'POST /api/ads/attribution/create': {
    ...attribution,
    name: 'Create Attribution',
    kind: 'create',
    risk: 'edit',
    queueable: false,
    confirmWith: created('GET /api/ads/attribution/all'),
  },
  'DELETE /api/ads/attribution/delete/{attributionId}': {
    ...attribution,
    name: 'Delete Attribution',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['path.attributionId'],
    confirmWith: gone('GET /api/ads/attribution/all'),
  },
  'GET /api/ads/attribution/get/{attributionId}': { ...attribution, name: 'Get Attribution', ...read },
  'PUT /api/ads/attribution/update/{attributionId}': {
    ...attribution,
    name: 'Update Attribution',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['path.attributionId'],
    confirmWith: updated('GET /api/ads/attribution/all'),
  },

  'GET /api/ads/bidding/all': { ...bidding, name: 'Bidding - Get All', ...read },
  'POST /api/ads/bidding/create': {
    ...bidding,
    name: 'Bidding - Create',
    kind: 'create',
    risk: 'money',
    queueable: false,
    confirmWith: created('GET /api/ads/bidding/all'),
  },

  'POST /api/ads/interaction/create': {
    ...interaction,
    name: 'Record Impression',
    kind: 'create',
    risk: 'edit',
    queueable: false,
  },

  'GET /api/ads/inventory/all': { ...inventory, name: 'Inventory - Get All', ...read },
  'POST /api/ads/inventory/create': {
    ...inventory,
    name: 'Inventory - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/ads/inventory/all'),
  },

  'GET /api/ads/placement/all': { ...placement, name: 'Get All', ...read },
  'POST /api/ads/placement/choice/{placementId}': {
    ...placement,
    name: 'Audience Choice',
    kind: 'act',
    risk: 'onair',
    queueable: false,
    record: ['path.placementId'],
  },
  'POST /api/ads/placement/create': {
    ...placement,
    name: 'Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('GET /api/ads/placement/all'),
  },
  'POST /api/ads/placement/interact/{placementId}': {
    ...placement,
    name: 'Track Interaction',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['path.placementId'],
  },
  'POST /api/ads/placement/vote/{placementId}': {
    ...placement,
    name: 'Process Vote',
    kind: 'act',
    risk: 'onair',
    queueable: false,
    record: ['path.placementId'],
  },
} satisfies Record<string, CatalogEntry>
