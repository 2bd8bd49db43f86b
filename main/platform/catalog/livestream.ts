// Events, details, streams and static assets are on air: never queued, and confirmed from what the platform then shows.
// Categories and channels may arrive late.
import { eventFields } from './bodies/event-details.ts'
import { eventUpdate } from './bodies/event-update.ts'
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry } from './entry.ts'

const category = { product: 'Livestream', resource: 'video/category', auth: 'apiKey' } as const
const channel = { product: 'Livestream', resource: 'video/channel', auth: 'apiKey' } as const
const details = { product: 'Livestream', resource: 'video/details', auth: 'apiKey' } as const
const event = { product: 'Livestream', resource: 'video/event', auth: 'apiKey' } as const
const staticAsset = { product: 'Livestream', resource: 'video/static', auth: 'apiKey' } as const
const stream = { product: 'Livestream', resource: 'video/stream', auth: 'apiKey' } as const
const subcategory = { product: 'Livestream', resource: 'video/subcategory', auth: 'apiKey' } as const

// Destinations of one event differ in their provider alone, so that they don't wait for each other.
const eventRecord = [
  'body.options.providerName',
  'body.options.providerId',
  'body.details.streamId',
  'body.details.videoId',
] as const
const eventSecrets = ['options.apiKey', 'options.apiSecret', 'options.authToken', 'options.streamKey'] as const

export const livestream = {
  'GET /api/video/category/all': { ...category, name: 'Category - Get All', ...read },
  'POST /api/video/category/create': {
    ...category,
    name: 'Category - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/video/category/all'),
  },
  'POST /api/video/category/delete': {
    ...category,
    name: 'Category - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.categoryId'],
    confirmWith: gone('GET /api/video/category/all'),
  },
  'GET /api/video/category/get': { ...category, name: 'Category - Get By ID', ...read },
  'PUT /api/video/category/update': {
    ...category,
    name: 'Category - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.categoryId'],
    confirmWith: updated('GET /api/video/category/all'),
  },

  'GET /api/video/channel/all': { ...channel, name: 'Channel - Get All', ...read },
  'POST /api/video/channel/create': {
    ...channel,
    name: 'Channel - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/video/channel/all'),
  },
  'POST /api/video/channel/delete': {
    ...channel,
    name: 'Channel - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.channelId'],
    confirmWith: gone('GET /api/video/channel/all'),
  },
  'GET /api/video/channel/get': { ...channel, name: 'Channel - Get By ID', ...read },
  'PUT /api/video/channel/update': {
    ...channel,
    name: 'Channel - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.channelId'],
    confirmWith: updated('GET /api/video/channel/all'),
  },

  'GET /api/video/details/all': { ...details, name: 'Details - Get All', ...read },
  'POST /api/video/details/create': {
    ...details,
    name: 'Details - Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('GET /api/video/details/all'),
  },
  'POST /api/video/details/delete': {
    ...details,
    name: 'Details - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.streamId', 'body.videoId'],
    confirmWith: gone('GET /api/video/details/all'),
  },
  'GET /api/video/details/get': { ...details, name: 'Details - Get By ID', ...read },
  'PUT /api/video/details/update': {
    ...details,
    name: 'Details - Update',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.streamId', 'body.videoId'],
    confirmWith: updated('GET /api/video/details/all'),
  },

  'POST /api/video/event/create': {
    ...event,
    name: 'Event - Create (external event platform)',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    secretFields: eventSecrets,
    record: eventRecord,
    confirmWith: created('GET /api/video/details/all', { fields: eventFields }),
  },
  'POST /api/video/event/delete': {
    ...event,
    name: 'Event - Delete (external event platform)',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    secretFields: eventSecrets,
    record: eventRecord,
    confirmWith: gone('GET /api/video/details/all'),
  },
  'PUT /api/video/event/update': {
    ...event,
    name: 'Event - Update (external event platform)',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    body: eventUpdate,
    secretFields: eventSecrets,
    sparesSecrets: ['details.stopped', 'details.paused'],
    record: eventRecord,
    confirmWith: updated('GET /api/video/details/all', { fields: eventFields }),
  },

  'GET /api/video/static/all': { ...staticAsset, name: 'Static - Get All', ...read },
  'POST /api/video/static/create': {
    ...staticAsset,
    name: 'Static - Update Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('GET /api/video/static/all'),
  },
  'POST /api/video/static/delete': {
    ...staticAsset,
    name: 'Static - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.staticId'],
    confirmWith: gone('GET /api/video/static/all'),
  },
  'GET /api/video/static/get': { ...staticAsset, name: 'Static - Get', ...read },
  'PUT /api/video/static/update': {
    ...staticAsset,
    name: 'Static - Update',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.staticId'],
    confirmWith: updated('GET /api/video/static/all'),
  },

  'GET /api/video/stream/all': { ...stream, name: 'Get All', ...read },
  'POST /api/video/stream/create': {
    ...stream,
    name: 'Update Create',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('GET /api/video/stream/all'),
  },
  'POST /api/video/stream/createClip': {
    ...stream,
    name: 'Create Clip',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.streamId'],
  },
  'POST /api/video/stream/delete': {
    ...stream,
    name: 'Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.streamId'],
    confirmWith: gone('GET /api/video/stream/all'),
  },
  'GET /api/video/stream/get': { ...stream, name: 'Get', ...read },
  'POST /api/video/stream/getAnalytics': { ...stream, name: 'Get Analytics', ...read },
  'POST /api/video/stream/getEmbedCode': { ...stream, name: 'Get Embed Code', ...read },
  'POST /api/video/stream/getStatus': { ...stream, name: 'Get Status', ...read },
  'PUT /api/video/stream/update': {
    ...stream,
    name: 'Update',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    record: ['body.id', 'body.streamId'],
    confirmWith: updated('GET /api/video/stream/all'),
  },

  'GET /api/video/subcategory/all': { ...subcategory, name: 'SubCategory - Get All', ...read },
  'POST /api/video/subcategory/create': {
    ...subcategory,
    name: 'SubCategory - Create',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('GET /api/video/subcategory/all'),
  },
  'POST /api/video/subcategory/delete': {
    ...subcategory,
    name: 'SubCategory - Delete',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.subCategoryId'],
    confirmWith: gone('GET /api/video/subcategory/all'),
  },
  'GET /api/video/subcategory/get': { ...subcategory, name: 'SubCategory - Get By ID', ...read },
  'PUT /api/video/subcategory/update': {
    ...subcategory,
    name: 'SubCategory - Update',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.subCategoryId'],
    confirmWith: updated('GET /api/video/subcategory/all'),
  },
} satisfies Record<string, CatalogEntry>
