import { titleOf } from '#answers/roles.ts'
import { airStateOf } from '#answers/air-state.ts'
import type { TransportAction } from '#contract/access-kinds.ts'
import { applyTransport, mayTransport } from '#answers/transport.ts'
import { defined } from '#contract/defined.ts'
import { transportDeed } from '#answers/deeds.ts'
import { factsOf, naming } from '#records/resources/spec-parts.ts'
import type { ActionSpec, ColumnSpec, FieldSpec, OperationKey, ResourceSpec } from '#records/resources/types.ts'
import { createClip } from './model/clips.ts'
import {
  categoryFields,
  channelFields,
  detailsFields,
  parts,
  staticFields,
  streamFields,
  subcategoryFields,
} from './model/fields.ts'

export const sectionIds = ['streams', 'details', 'channels', 'categories', 'subcategories', 'static'] as const
export type SectionId = (typeof sectionIds)[number]

const { action, column, read, roleColumn } = parts
const id = roleColumn('id', 'id', 'id', 8)
const name = roleColumn('name', 'title')
const status = roleColumn('status', 'status', 'status', 8)
const createdAt = roleColumn('createdAt', 'at', 'instant', 11)
const updatedAt = roleColumn('updatedAt', 'changedAt', 'instant', 11)

const labels = { title: 'streams.fact.name', status: 'streams.fact.status' }

interface Kind {
  /** Names it in routes and in messages. */
  kind: 'stream' | 'details' | 'channel' | 'category' | 'subcategory' | 'static'
  icon: string
  idName: string
  fields: readonly FieldSpec[]
  columns: readonly ColumnSpec[]
}

/** A kind of record that is listed, read, created, changed and deleted like the others. */
function section(sectionId: SectionId, { kind, icon, idName, fields, columns }: Kind) {
  const resource = `video/${kind}`
  const facts = factsOf(resource, labels)
  const edit = action(`PUT /api/video/${kind}/update`, `edit.${kind}`, 'i-lucide-pencil', {
    fields,
    start: naming(idName, ...fields.map((field) => field.name)),
    facts,
  })
  const remove = action(`POST /api/video/${kind}/delete`, `delete.${kind}`, 'i-lucide-trash-2', {
    start: naming(idName),
    facts,
  })
  return {
    resource,
    title: `streams.section.${sectionId}`,
    about: `streams.about.${sectionId}`,
    icon,
    list: `GET /api/video/${kind}/all`,
    get: `GET /api/video/${kind}/get`,
    idName,
    create: action(`POST /api/video/${kind}/create`, `create.${kind}`, 'i-lucide-plus', { fields }),
    actions: [edit, remove] as const,
    columns,
  } satisfies ResourceSpec
}

/** Flags and instants are sent together, as publishing does it (specification, section 2.3). */
function playback(verb: TransportAction, icon: string): ActionSpec {
  return action('PUT /api/video/stream/update', verb, icon, {
    start: (_record, streamId) => ({
      body: { ...(streamId && { streamId }), ...applyTransport(verb, {}, new Date().toISOString()) },
    }),
    facts: factsOf('video/stream', labels),
    deed: (record, _parts, id) => transportDeed(verb, defined({ id, name: record && titleOf(record, 'video/stream') })),
    lead: verb === 'start',
    // What its state has no use for is out of the way, but not out of reach.
    rare: (record) => {
      const { state } = airStateOf(record)
      return state !== 'unseen' && !mayTransport(verb, state)
    },
    // A record that is old must not keep anyone from stopping what is on air.
    refusal(record) {
      const { state } = airStateOf(record)
      return verb !== 'stop' && state !== 'unseen' && !mayTransport(verb, state) ? `streams.refusal.${verb}` : undefined
    },
  })
}

export const playbackActions: Record<TransportAction, ActionSpec> = {
  start: playback('start', 'i-lucide-play'),
  pause: playback('pause', 'i-lucide-pause'),
  resume: playback('resume', 'i-lucide-step-forward'),
  stop: playback('stop', 'i-lucide-square'),
}

const streams = section('streams', {
  kind: 'stream',
  icon: 'i-lucide-radio-tower',
  idName: 'streamId',
  fields: streamFields,
  columns: [name, status, column('channelId', 'id', 8), column('startedOn', 'instant', 11), updatedAt, id],
})
export const editStream = streams.actions[0]

/** What the page of a stream sends by itself, beside the actions of its record. */
export const pageOperations = [createClip] as const satisfies readonly OperationKey[]

export const sections: Record<SectionId, ResourceSpec> = {
  streams: {
    ...streams,
    actions: [...Object.values(playbackActions), ...streams.actions],
    reads: (['getStatus', 'getAnalytics', 'getEmbedCode'] as const).map((verb) =>
      read(`POST /api/video/stream/${verb}`, verb, undefined, { start: naming('streamId') }),
    ),
  },
  details: section('details', {
    kind: 'details',
    icon: 'i-lucide-list-video',
    idName: 'id',
    fields: detailsFields,
    columns: [
      name,
      status,
      column('providerName', 'text', 10),
      column('streamId', 'id', 8),
      column('scheduleDate', 'instant', 8),
      column('scheduleTime', 'text', 7),
      column('category', 'text', 8),
      column('subCategory', 'text', 9),
      id,
    ],
  }),
  channels: section('channels', {
    kind: 'channel',
    icon: 'i-lucide-tv',
    idName: 'channelId',
    fields: channelFields,
    columns: [name, status, column('language', 'text', 7), updatedAt, id],
  }),
  categories: section('categories', {
    kind: 'category',
    icon: 'i-lucide-tag',
    idName: 'categoryId',
    fields: categoryFields,
    columns: [name, status, updatedAt, id],
  }),
  subcategories: section('subcategories', {
    kind: 'subcategory',
    icon: 'i-lucide-tags',
    idName: 'subCategoryId',
    fields: subcategoryFields,
    columns: [name, column('categoryId', 'id', 8), status, updatedAt, id],
  }),
  static: section('static', {
    kind: 'static',
    icon: 'i-lucide-image',
    idName: 'staticId',
    fields: staticFields,
    columns: [name, column('kind', 'text', 7), column('url', 'url'), status, createdAt, id],
  }),
}
