// What the Ads view works with, as data. Bodies of these operations are not specified: the offered names are those that answers use,
// everything else is written as JSON.
import { isObject } from '#contract/json.ts'
import type { JsonObject } from '#contract/json.ts'
import { formatInstant } from '../../composables/time.ts'
import { readInstant } from '#answers/dates.ts'
import { idOf, scalarText, titleOf } from '#answers/roles.ts'
import type { ActionSpec, ColumnSpec, Fact, FieldSpec, RequestParts, ResourceSpec } from '../../resources/types.ts'
import { runOperation } from './model/proof.ts'

export const resourceIds = ['placements', 'advertisements', 'inventory', 'bids', 'attributions'] as const
export type ResourceId = (typeof resourceIds)[number]

type More = Partial<Omit<FieldSpec, 'name' | 'label'>>
const field = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec => ({
  name,
  label: `ads.field.${name}`,
  control,
  ...more,
})
const hinted = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec =>
  field(name, control, { hint: `ads.hint.${name}`, ...more })
const money = (name: string): FieldSpec => field(name, 'money', { currency: 'currency' })

const column = (name: string, kind: ColumnSpec['kind'] = 'text', width?: number): ColumnSpec => ({
  id: name,
  label: `ads.field.${name}`,
  field: name,
  kind,
  ...(width === undefined ? {} : { width }),
})
const name: ColumnSpec = { id: 'name', label: 'ads.field.name', role: 'title', kind: 'text' }
const status: ColumnSpec = { id: 'status', label: 'ads.column.status', role: 'status', kind: 'status', width: 8 }
const id: ColumnSpec = { id: 'id', label: 'ads.column.id', role: 'id', kind: 'id', width: 8 }
const made: ColumnSpec = { id: 'createdAt', label: 'ads.column.createdAt', role: 'at', kind: 'instant', width: 11 }

/** What a confirmation names of a record. */
function factsOf(resource: string) {
  return (record: JsonObject | undefined): Fact[] => {
    const title = record && titleOf(record, resource)
    const state = scalarText(record?.status)
    return [
      ...(title === undefined ? [] : [{ label: 'ads.field.name', value: title }]),
      ...(state === undefined ? [] : [{ label: 'ads.column.status', value: state }]),
    ]
  }
}

const carried = ['advertisementId', 'streamId', 'slot', 'position', 'durationSeconds'] as const

/** What an advertisement is run with: itself, under its own name. */
function startAdvertisement(record: JsonObject | undefined, advertisement: string | undefined): RequestParts {
  const title = record && titleOf(record, 'ads/advertisement')
  return {
    body: {
      ...(title === undefined ? {} : { name: title }),
      ...(advertisement === undefined ? {} : { advertisementId: advertisement }),
    },
  }
}

/** What of a run the audience will see, and when. Instants in both zones. */
function runFacts(_record: JsonObject | undefined, { body }: RequestParts): Fact[] {
  const sent = isObject(body) ? body : {}
  const text = (key: string, label = `ads.field.${key}`): Fact[] => {
    const value = scalarText(sent[key])
    return value === undefined ? [] : [{ label, value }]
  }
  const when = (key: 'startsAt' | 'endsAt', label: string): Fact[] => {
    const at = readInstant(sent[key])
    return at === undefined
      ? []
      : [{ label, value: `${formatInstant(new Date(at))} \u00b7 ${formatInstant(new Date(at), true)}` }]
  }
  const past = (readInstant(sent['startsAt']) ?? Number.POSITIVE_INFINITY) < Date.now()
  return [
    ...text('name'),
    ...text('advertisementId'),
    ...text('streamId'),
    ...text('slot'),
    ...when('startsAt', past ? 'ads.fact.startsPast' : 'ads.field.startsAt'),
    ...when('endsAt', 'ads.field.endsAt'),
    ...text('durationSeconds'),
  ]
}

/** A new run of the same: what tells the place, the advertisement and how long it is shown is taken over, times are not. */
function startRun(record: JsonObject | undefined): RequestParts {
  const kept = carried.flatMap((key) =>
    record?.[key] === undefined || record[key] === null ? [] : [[key, record[key]] as const],
  )
  const title = record && titleOf(record, 'ads/placement')
  const [from, to] = [readInstant(record?.['startsAt']), readInstant(record?.['endsAt'])]
  const seconds =
    from === undefined || to === undefined || to <= from ? {} : { durationSeconds: Math.round((to - from) / 1_000) }
  return { body: { ...(title === undefined ? {} : { name: title }), ...seconds, ...Object.fromEntries(kept) } }
}

const length = hinted('durationSeconds', 'whole')
const runFields: readonly FieldSpec[] = [
  hinted('advertisementId', 'text', { required: true }),
  length,
  field('name'),
  field('streamId'),
  hinted('slot'),
]
const startsAt = hinted('startsAt', 'instant', { required: true })

/** An ad that is shown as soon as the platform has it. */
export const runNow: ActionSpec = {
  operation: runOperation,
  label: 'ads.action.runNow',
  icon: 'i-lucide-play',
  fields: runFields,
  start: startRun,
  facts: runFacts,
}
/** An ad for later; the platform starts it, the desk never does: a desk that is off would miss the moment. */
export const schedule: ActionSpec = {
  operation: runOperation,
  label: 'ads.action.schedule',
  icon: 'i-lucide-calendar-plus',
  fields: [startsAt, ...runFields, hinted('endsAt', 'instant')],
  start: startRun,
  facts: runFacts,
}

const onPlacement = (_record: JsonObject | undefined, placement: string | undefined): RequestParts => ({
  ...(placement === undefined ? {} : { path: { placementId: placement } }),
  body: {},
})
const placementFacts = factsOf('ads/placement')
const option = hinted('optionId', 'text', { required: true })

const placementActions: readonly ActionSpec[] = [
  {
    operation: 'POST /api/ads/placement/choice/{placementId}',
    label: 'ads.action.choice',
    icon: 'i-lucide-mouse-pointer-click',
    fields: [option],
    start: onPlacement,
    facts: placementFacts,
  },
  {
    operation: 'POST /api/ads/placement/vote/{placementId}',
    label: 'ads.action.vote',
    icon: 'i-lucide-vote',
    fields: [option],
    start: onPlacement,
    facts: placementFacts,
  },
  {
    operation: 'POST /api/ads/placement/interact/{placementId}',
    label: 'ads.action.interact',
    icon: 'i-lucide-pointer',
    fields: [hinted('type', 'text', { required: true })],
    start: onPlacement,
    facts: placementFacts,
  },
  {
    operation: 'POST /api/ads/interaction/create',
    label: 'ads.action.impression',
    icon: 'i-lucide-eye',
    fields: [field('type')],
    start: (_record, placement) => ({
      body: { ...(placement === undefined ? {} : { placementId: placement }), type: 'impression' },
    }),
    facts: placementFacts,
  },
]

const attributionFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  hinted('advertisementId'),
  field('clicks', 'whole'),
  field('conversions', 'whole'),
  money('revenue'),
  field('currency'),
]
const onAttribution = (record: JsonObject | undefined, attribution: string | undefined): RequestParts => ({
  path: { attributionId: attribution ?? (record === undefined ? '' : (idOf(record, 'ads/attribution') ?? '')) },
})

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
      ...placementActions,
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
    create: {
      operation: 'POST /api/ads/advertisement/create',
      label: 'ads.action.createAdvertisement',
      icon: 'i-lucide-plus',
      fields: [
        field('name', 'text', { required: true }),
        hinted('format'),
        field('sponsorId'),
        field('text', 'multiline'),
        field('imageUrl'),
        field('targetUrl'),
      ],
    },
    actions: [
      { ...runNow, label: 'ads.action.runThis', start: startAdvertisement },
      { ...schedule, label: 'ads.action.scheduleThis', start: startAdvertisement },
    ],
    searches: [
      {
        operation: 'POST /api/ads/advertisement/get',
        label: 'ads.action.findAdvertisement',
        icon: 'i-lucide-search',
        fields: [field('advertisementId', 'text', { required: true })],
      },
    ],
    columns: [name, status, column('format'), column('sponsorId', 'id', 8), made, id],
  },
  inventory: {
    resource: 'ads/inventory',
    title: 'ads.section.inventory',
    about: 'ads.about.inventory',
    icon: 'i-lucide-package',
    list: 'GET /api/ads/inventory/all',
    idName: 'inventoryId',
    create: {
      operation: 'POST /api/ads/inventory/create',
      label: 'ads.action.createInventory',
      icon: 'i-lucide-plus',
      fields: [
        field('name', 'text', { required: true }),
        field('slots', 'whole'),
        money('floorPrice'),
        field('currency'),
      ],
    },
    columns: [
      name,
      status,
      column('slots', 'whole', 6),
      column('sold', 'whole', 6),
      column('floorPrice', 'money', 9),
      made,
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
    create: {
      operation: 'POST /api/ads/bidding/create',
      label: 'ads.action.createBid',
      icon: 'i-lucide-gavel',
      fields: [
        hinted('inventoryId', 'text', { required: true }),
        field('bidder', 'text', { required: true }),
        { ...money('amount'), required: true },
        field('currency', 'text', { required: true }),
      ],
    },
    columns: [
      { id: 'bidder', label: 'ads.field.bidder', field: 'bidder', kind: 'text' },
      status,
      { id: 'amount', label: 'ads.field.amount', role: 'amount', kind: 'money', width: 9 },
      column('inventoryId', 'id', 8),
      made,
      id,
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
    create: {
      operation: 'POST /api/ads/attribution/create',
      label: 'ads.action.createAttribution',
      icon: 'i-lucide-plus',
      fields: attributionFields,
    },
    actions: [
      {
        operation: 'PUT /api/ads/attribution/update/{attributionId}',
        label: 'ads.action.editAttribution',
        icon: 'i-lucide-pencil',
        fields: attributionFields,
        start: (record, attribution) => ({
          ...onAttribution(record, attribution),
          body: Object.fromEntries(
            attributionFields.flatMap(({ name: key }) =>
              record?.[key] === undefined || record[key] === null ? [] : [[key, record[key]]],
            ),
          ),
        }),
        facts: factsOf('ads/attribution'),
      },
      {
        operation: 'DELETE /api/ads/attribution/delete/{attributionId}',
        label: 'ads.action.deleteAttribution',
        icon: 'i-lucide-trash-2',
        start: onAttribution,
        facts: factsOf('ads/attribution'),
      },
    ],
    columns: [
      name,
      status,
      column('advertisementId', 'id', 8),
      column('clicks', 'whole', 6),
      column('conversions', 'whole', 8),
      { id: 'revenue', label: 'ads.field.revenue', role: 'amount', kind: 'money', width: 9 },
      made,
      id,
    ],
  },
}

/** Known values by the name of the field that takes them. */
export type Known = Readonly<Partial<Record<string, ReadonlyArray<{ value: string; text: string }>>>>

/** The action with what is known offered in its fields. */
export function offering(action: ActionSpec, known: Known): ActionSpec {
  if (action.fields === undefined) return action
  const fields = action.fields.map((spec): FieldSpec => {
    const suggestions = known[spec.name] ?? []
    return suggestions.length === 0 ? spec : { ...spec, suggestions }
  })
  return { ...action, fields }
}

/** The same of everything that can be done with a kind of record. */
export function offeringAll(spec: ResourceSpec, known: Known): ResourceSpec {
  return {
    ...spec,
    ...(spec.create === undefined ? {} : { create: offering(spec.create, known) }),
    actions: (spec.actions ?? []).map((action) => offering(action, known)),
    searches: (spec.searches ?? []).map((action) => offering(action, known)),
  }
}
