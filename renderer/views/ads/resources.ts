// Bodies of these operations are not specified: the offered names are those that answers use, everything else is written as JSON.
import { readInstant } from '#answers/dates.ts'
import { scalarText, titleOf } from '#answers/roles.ts'
import { isObject, type JsonObject } from '#contract/json.ts'
import { defined } from '#contract/defined.ts'
import { adDeed } from '#answers/deeds.ts'
import { formatInstant } from '#kit/composables/time/time.ts'
import { factsOf, inPath, offering, specParts, valuesOf, type Known } from '#records/resources/spec-parts.ts'
import type { ActionSpec, Fact, FieldSpec, RequestParts, ResourceSpec } from '#records/resources/types.ts'
import { runOperation } from './model/proof.ts'

export const resourceIds = ['placements', 'advertisements', 'inventory', 'bids', 'attributions'] as const
type ResourceId = (typeof resourceIds)[number]

const { action, column, field, hinted, money, needed, roleColumn } = specParts('ads')
const neededHinted = (name: string): FieldSpec => hinted(name, 'text', { required: true })

const name = roleColumn('name', 'title')
const status = roleColumn('status', 'status', 'status', 8)
const id = roleColumn('id', 'id', 'id', 8)
const createdAt = roleColumn('createdAt', 'at', 'instant', 11)

const labels = { title: 'ads.field.name', status: 'ads.field.status' }
const carried = ['advertisementId', 'streamId', 'slot', 'position', 'durationSeconds'] as const

const runAdvertisement = (record: JsonObject | undefined, advertisementId: string | undefined): RequestParts => ({
  body: defined({ name: record && titleOf(record, 'ads/advertisement'), advertisementId }),
})

function runFacts(_record: JsonObject | undefined, { body }: RequestParts): Fact[] {
  const sent = isObject(body) ? body : {}
  const text = (key: string): Fact[] => {
    const value = scalarText(sent[key])
    return value === undefined ? [] : [{ label: `ads.field.${key}`, value }]
  }
  const when = (key: 'startsAt' | 'endsAt', label: string): Fact[] => {
    const at = readInstant(sent[key])
    return at === undefined
      ? []
      : [{ label, value: `${formatInstant(new Date(at))} \u00b7 ${formatInstant(new Date(at), true)}` }]
  }
  const past = (readInstant(sent['startsAt']) ?? Number.POSITIVE_INFINITY) < Date.now()
  return [
    ...['name', 'advertisementId', 'streamId', 'slot'].flatMap(text),
    ...when('startsAt', past ? 'ads.fact.startsPast' : 'ads.field.startsAt'),
    ...when('endsAt', 'ads.field.endsAt'),
    ...text('durationSeconds'),
  ]
}

/** A new run keeps the place, the advertisement and the length; times are not taken over. */
function runAgain(record: JsonObject | undefined): RequestParts {
  const [from, to] = [readInstant(record?.['startsAt']), readInstant(record?.['endsAt'])]
  return {
    body: {
      ...defined({
        name: record && titleOf(record, 'ads/placement'),
        durationSeconds:
          from === undefined || to === undefined || to <= from ? undefined : Math.round((to - from) / 1_000),
      }),
      ...valuesOf(record, carried),
    },
  }
}

const runFields = [
  neededHinted('advertisementId'),
  hinted('durationSeconds', 'whole'),
  field('name'),
  field('streamId'),
  hinted('slot'),
]

export const runNow = action(runOperation, 'runNow', 'i-lucide-play', {
  deed: (_record, { body }) => adDeed('ad_run', body),
  fields: runFields,
  start: runAgain,
  facts: runFacts,
})
/** The platform starts it, never the desk: a desk that is off would miss the moment. */
export const schedule = action(runOperation, 'schedule', 'i-lucide-calendar-plus', {
  deed: (_record, { body }) => adDeed('ad_scheduled', body),
  fields: [hinted('startsAt', 'instant', { required: true }), ...runFields, hinted('endsAt', 'instant')],
  start: runAgain,
  facts: runFacts,
})

const onPlacement = {
  start: (record: unknown, placement: string | undefined) => ({
    ...inPath('placementId')(record, placement),
    body: {},
  }),
  facts: factsOf('ads/placement', labels),
}
const onAttribution = { start: inPath('attributionId'), facts: factsOf('ads/attribution', labels) }
const attributionFields = [
  needed('name'),
  hinted('advertisementId'),
  field('clicks', 'whole'),
  field('conversions', 'whole'),
  money('revenue'),
  field('currency'),
]

export const resources: Record<ResourceId, ResourceSpec> = {
  placements: {
    resource: 'ads/placement',
    title: 'ads.section.placements',
    about: 'ads.about.placements',
    icon: 'i-lucide-layout-panel-top',
    list: 'GET /api/ads/placement/all',
    idName: 'placementId',
    create: runNow,
    actions: [
      { ...runNow, label: 'ads.action.runAgain' },
      { ...schedule, label: 'ads.action.scheduleAgain' },
      action('POST /api/ads/placement/choice/{placementId}', 'choice', 'i-lucide-mouse-pointer-click', {
        ...onPlacement,
        fields: [neededHinted('optionId')],
      }),
      action('POST /api/ads/placement/vote/{placementId}', 'vote', 'i-lucide-vote', {
        ...onPlacement,
        fields: [neededHinted('optionId')],
      }),
      action('POST /api/ads/placement/interact/{placementId}', 'interact', 'i-lucide-pointer', {
        ...onPlacement,
        fields: [neededHinted('type')],
      }),
      action('POST /api/ads/interaction/create', 'impression', 'i-lucide-eye', {
        ...onPlacement,
        fields: [field('type')],
        start: (_record, placementId) => ({ body: { ...defined({ placementId }), type: 'impression' } }),
      }),
    ],
    columns: [
      name,
      status,
      column('advertisementId', 'id', 8),
      column('streamId', 'id', 8),
      column('startsAt', 'instant', 11),
      column('endsAt', 'instant', 11),
      column('impressions', 'whole', 8),
      id,
    ],
  },
  advertisements: {
    resource: 'ads/advertisement',
    title: 'ads.section.advertisements',
    about: 'ads.about.advertisements',
    icon: 'i-lucide-image',
    get: 'POST /api/ads/advertisement/get',
    idName: 'advertisementId',
    create: action('POST /api/ads/advertisement/create', 'createAdvertisement', 'i-lucide-plus', {
      fields: [
        needed('name'),
        hinted('format'),
        field('sponsorId'),
        field('text', 'multiline'),
        field('imageUrl'),
        field('targetUrl'),
      ],
    }),
    actions: [
      { ...runNow, label: 'ads.action.runThis', start: runAdvertisement },
      { ...schedule, label: 'ads.action.scheduleThis', start: runAdvertisement },
    ],
    searches: [
      action('POST /api/ads/advertisement/get', 'findAdvertisement', 'i-lucide-search', {
        fields: [needed('advertisementId')],
      }),
    ],
    columns: [name, status, column('format'), column('sponsorId', 'id', 8), createdAt, id],
  },
  inventory: {
    resource: 'ads/inventory',
    title: 'ads.section.inventory',
    about: 'ads.about.inventory',
    icon: 'i-lucide-package',
    list: 'GET /api/ads/inventory/all',
    idName: 'inventoryId',
    create: action('POST /api/ads/inventory/create', 'createInventory', 'i-lucide-plus', {
      fields: [needed('name'), field('slots', 'whole'), money('floorPrice'), field('currency')],
    }),
    columns: [
      name,
      status,
      column('slots', 'whole', 6),
      column('sold', 'whole', 6),
      column('floorPrice', 'money', 9),
      createdAt,
      id,
    ],
  },
  bids: {
    resource: 'ads/bidding',
    title: 'ads.section.bids',
    about: 'ads.about.bids',
    icon: 'i-lucide-gavel',
    list: 'GET /api/ads/bidding/all',
    idName: 'bidId',
    create: action('POST /api/ads/bidding/create', 'createBid', 'i-lucide-gavel', {
      fields: [neededHinted('inventoryId'), needed('bidder'), money('amount', { required: true }), needed('currency')],
    }),
    columns: [
      column('bidder'),
      status,
      roleColumn('amount', 'amount', 'money', 9),
      id,
      column('inventoryId', 'id', 8),
      createdAt,
    ],
  },
  attributions: {
    resource: 'ads/attribution',
    title: 'ads.section.attributions',
    about: 'ads.about.attributions',
    icon: 'i-lucide-split',
    list: 'GET /api/ads/attribution/all',
    get: 'GET /api/ads/attribution/get/{attributionId}',
    idName: 'attributionId',
    create: action('POST /api/ads/attribution/create', 'createAttribution', 'i-lucide-plus', {
      fields: attributionFields,
    }),
    actions: [
      action('PUT /api/ads/attribution/update/{attributionId}', 'editAttribution', 'i-lucide-pencil', {
        ...onAttribution,
        fields: attributionFields,
        start: (record, attribution) => ({
          ...inPath('attributionId')(record, attribution),
          body: valuesOf(
            record,
            attributionFields.map((spec) => spec.name),
          ),
        }),
      }),
      action(
        'DELETE /api/ads/attribution/delete/{attributionId}',
        'deleteAttribution',
        'i-lucide-trash-2',
        onAttribution,
      ),
    ],
    columns: [
      name,
      status,
      column('advertisementId', 'id', 8),
      roleColumn('revenue', 'amount', 'money', 9),
      column('clicks', 'whole', 6),
      column('conversions', 'whole', 8),
      createdAt,
      id,
    ],
  },
}

export function offeringAll(spec: ResourceSpec, known: Known): ResourceSpec {
  const offered = (actions: readonly ActionSpec[] = []): ActionSpec[] => actions.map((one) => offering(one, known))
  return {
    ...spec,
    ...(spec.create && { create: offering(spec.create, known) }),
    actions: offered(spec.actions),
    searches: offered(spec.searches),
  }
}
