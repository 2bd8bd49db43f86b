// What the Streams view works with: six kinds of records, as data.
import type { JsonObject } from '#contract/json.ts'
import type { ActionSpec, ColumnSpec, FieldSpec, RequestParts, ResourceSpec } from '../../resources/types.ts'
import { airStateOf } from '#answers/stream-status.ts'
import { applyTransport, mayTransport } from '#answers/transport.ts'
import type { TransportAction } from '#answers/transport.ts'
import { createClip } from './model/clips.ts'
import {
  categoryFields,
  channelFields,
  detailsFields,
  factsOf,
  startChange,
  startNamed,
  staticFields,
  streamFields,
  subcategoryFields,
} from './model/fields.ts'

export const sectionIds = ['streams', 'details', 'channels', 'categories', 'subcategories', 'static'] as const
export type SectionId = (typeof sectionIds)[number]

const id: ColumnSpec = { id: 'id', label: 'streams.column.id', role: 'id', kind: 'id', width: 8 }
const name: ColumnSpec = { id: 'name', label: 'streams.column.name', role: 'title', kind: 'text' }
const status: ColumnSpec = { id: 'status', label: 'streams.column.status', role: 'status', kind: 'status', width: 8 }
const made: ColumnSpec = { id: 'createdAt', label: 'streams.column.createdAt', role: 'at', kind: 'instant', width: 11 }
const changed: ColumnSpec = {
  id: 'updatedAt',
  label: 'streams.column.updatedAt',
  role: 'changedAt',
  kind: 'instant',
  width: 11,
}
const column = (field: string, kind: ColumnSpec['kind'] = 'text', width?: number): ColumnSpec => ({
  id: field,
  label: `streams.field.${field}`,
  field,
  kind,
  ...(width === undefined ? {} : { width }),
})

/** Create, change and delete, alike for every resource. */
function writes(
  kind: string,
  resource: string,
  idName: string,
  fields: readonly FieldSpec[],
  operations: Record<'create' | 'update' | 'delete', ActionSpec['operation']>,
): { create: ActionSpec; edit: ActionSpec; remove: ActionSpec } {
  const facts = factsOf(resource)
  return {
    create: { operation: operations.create, label: `streams.action.create.${kind}`, icon: 'i-lucide-plus', fields },
    edit: {
      operation: operations.update,
      label: `streams.action.edit.${kind}`,
      icon: 'i-lucide-pencil',
      fields,
      start: startChange(idName, fields),
      facts,
    },
    remove: {
      operation: operations.delete,
      label: `streams.action.delete.${kind}`,
      icon: 'i-lucide-trash-2',
      start: startNamed(idName),
      facts,
    },
  }
}

const stream = writes('stream', 'video/stream', 'streamId', streamFields, {
  create: 'POST /api/video/stream/create',
  update: 'PUT /api/video/stream/update',
  delete: 'POST /api/video/stream/delete',
})

/** Start, pause, resume and stop, as publishing writes them: flags and instants travel together (specification, section 2.3). */
function transport(verb: TransportAction, icon: string): ActionSpec {
  return {
    operation: 'PUT /api/video/stream/update',
    label: `streams.action.${verb}`,
    icon,
    start: (_record, id): RequestParts => ({
      body: { ...(id === undefined ? {} : { streamId: id }), ...applyTransport(verb, {}, new Date().toISOString()) },
    }),
    facts: factsOf('video/stream'),
    refusal: (record) => (withheld(verb, record) ? `streams.refusal.${verb}` : undefined),
  }
}

/** A record that is old must not keep anyone from stopping what is on air. */
function withheld(verb: TransportAction, record: JsonObject): boolean {
  const { state } = airStateOf(record)
  return verb !== 'stop' && state !== 'unseen' && !mayTransport(verb, state)
}

export const transports: Record<TransportAction, ActionSpec> = {
  start: transport('start', 'i-lucide-play'),
  pause: transport('pause', 'i-lucide-pause'),
  resume: transport('resume', 'i-lucide-step-forward'),
  stop: transport('stop', 'i-lucide-square'),
}

export const editStream = stream.edit

/** What the page of a stream does by itself, beside the actions of its record. */
export const pageOperations = [createClip] as const satisfies ReadonlyArray<ActionSpec['operation']>

const reads: readonly ActionSpec[] = (['getStatus', 'getAnalytics', 'getEmbedCode'] as const).map((verb) => ({
  operation: `POST /api/video/stream/${verb}` as const,
  label: `streams.read.${verb}`,
  start: startNamed('streamId'),
}))

const details = writes('details', 'video/details', 'id', detailsFields, {
  create: 'POST /api/video/details/create',
  update: 'PUT /api/video/details/update',
  delete: 'POST /api/video/details/delete',
})
const channel = writes('channel', 'video/channel', 'channelId', channelFields, {
  create: 'POST /api/video/channel/create',
  update: 'PUT /api/video/channel/update',
  delete: 'POST /api/video/channel/delete',
})
const category = writes('category', 'video/category', 'categoryId', categoryFields, {
  create: 'POST /api/video/category/create',
  update: 'PUT /api/video/category/update',
  delete: 'POST /api/video/category/delete',
})
const subcategory = writes('subcategory', 'video/subcategory', 'subCategoryId', subcategoryFields, {
  create: 'POST /api/video/subcategory/create',
  update: 'PUT /api/video/subcategory/update',
  delete: 'POST /api/video/subcategory/delete',
})
const staticAsset = writes('static', 'video/static', 'staticId', staticFields, {
  create: 'POST /api/video/static/create',
  update: 'PUT /api/video/static/update',
  delete: 'POST /api/video/static/delete',
})

export const sections: Record<SectionId, ResourceSpec> = {
  streams: {
    resource: 'video/stream',
    title: 'streams.section.streams',
    about: 'streams.about.streams',
    icon: 'i-lucide-radio-tower',
    list: 'GET /api/video/stream/all',
    get: 'GET /api/video/stream/get',
    idName: 'streamId',
    create: stream.create,
    actions: [transports.start, transports.pause, transports.resume, transports.stop, stream.edit, stream.remove],
    reads,
    columns: [name, status, column('channelId', 'id', 8), { ...column('startedOn', 'instant', 11) }, changed, id],
  },
  details: {
    resource: 'video/details',
    title: 'streams.section.details',
    about: 'streams.about.details',
    icon: 'i-lucide-list-video',
    list: 'GET /api/video/details/all',
    get: 'GET /api/video/details/get',
    idName: 'id',
    create: details.create,
    actions: [details.edit, details.remove],
    columns: [
      name,
      status,
      column('providerName', 'text', 10),
      column('streamId', 'id', 8),
      column('scheduleDate', 'text', 8),
      column('scheduleTime', 'text', 7),
      column('category', 'text', 8),
      column('subCategory', 'text', 9),
      id,
    ],
  },
  channels: {
    resource: 'video/channel',
    title: 'streams.section.channels',
    about: 'streams.about.channels',
    icon: 'i-lucide-tv',
    list: 'GET /api/video/channel/all',
    get: 'GET /api/video/channel/get',
    idName: 'channelId',
    create: channel.create,
    actions: [channel.edit, channel.remove],
    columns: [name, status, column('language', 'text', 7), changed, id],
  },
  categories: {
    resource: 'video/category',
    title: 'streams.section.categories',
    about: 'streams.about.categories',
    icon: 'i-lucide-tag',
    list: 'GET /api/video/category/all',
    get: 'GET /api/video/category/get',
    idName: 'categoryId',
    create: category.create,
    actions: [category.edit, category.remove],
    columns: [name, status, changed, id],
  },
  subcategories: {
    resource: 'video/subcategory',
    title: 'streams.section.subcategories',
    about: 'streams.about.subcategories',
    icon: 'i-lucide-tags',
    list: 'GET /api/video/subcategory/all',
    get: 'GET /api/video/subcategory/get',
    idName: 'subCategoryId',
    create: subcategory.create,
    actions: [subcategory.edit, subcategory.remove],
    columns: [name, column('categoryId', 'id', 8), status, changed, id],
  },
  static: {
    resource: 'video/static',
    title: 'streams.section.static',
    about: 'streams.about.static',
    icon: 'i-lucide-image',
    list: 'GET /api/video/static/all',
    get: 'GET /api/video/static/get',
    idName: 'staticId',
    create: staticAsset.create,
    actions: [staticAsset.edit, staticAsset.remove],
    columns: [name, column('kind', 'text', 7), column('url', 'url'), status, made, id],
  },
}
