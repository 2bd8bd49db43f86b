// Every operation is a POST, reads too. Creating a campaign counts as sending it. Automations, sequences and
// integrations begin by themselves, so they never start late. A changed integration hides its credentials, so no read
// can confirm them.
import { templateCreate } from './bodies/template-create.ts'
import { created, gone, read, updated } from './columns.ts'
import type { CatalogEntry, CompareWith } from './entry.ts'

const automation = { product: 'Marketing', resource: 'marketing/automation', auth: 'apiKey' } as const
const campaign = { product: 'Marketing', resource: 'marketing/campaign', auth: 'apiKey' } as const
const contact = { product: 'Marketing', resource: 'marketing/contact', auth: 'apiKey' } as const
const emailSequence = { product: 'Marketing', resource: 'marketing/emailSequence', auth: 'apiKey' } as const
const integration = { product: 'Marketing', resource: 'marketing/integration', auth: 'apiKey' } as const
const leadScore = { product: 'Marketing', resource: 'marketing/leadScore', auth: 'apiKey' } as const
const segment = { product: 'Marketing', resource: 'marketing/segment', auth: 'apiKey' } as const
const template = { product: 'Marketing', resource: 'marketing/template', auth: 'apiKey' } as const

// A list may leave out the long texts; what names a template is enough to know a new one by.
const templateFields = [
  'workspaceId',
  'name',
  'description',
  'category',
  'subject',
  'previewText',
  'fromName',
  'fromEmail',
  'replyTo',
] as const

// A template is edited for hours, perhaps offline: what someone else changed meanwhile must not be overwritten unseen.
const templateCompare: CompareWith = {
  read: 'POST /api/marketing/template/get',
  send: { body: { id: 'body.id' } },
  fields: [...templateFields, 'htmlContent', 'textContent', 'variables', 'tags'],
}

export const marketing = {
  'POST /api/marketing/automation/create': {
    ...automation,
    name: 'Create Automation',
    kind: 'create',
    risk: 'edit',
    queueable: false,
  },
  'POST /api/marketing/automation/delete': {
    ...automation,
    name: 'Delete Automation',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.automationId'],
  },
  'POST /api/marketing/automation/get': { ...automation, name: 'Get Automation', ...read },
  'POST /api/marketing/automation/update': {
    ...automation,
    name: 'Update Automation Status',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.automationId'],
  },

  'POST /api/marketing/campaign/all': { ...campaign, name: 'Get All Campaigns', ...read },
  'POST /api/marketing/campaign/create': {
    ...campaign,
    name: 'Create Campaign',
    kind: 'create',
    risk: 'onair',
    queueable: false,
    confirmWith: created('POST /api/marketing/campaign/all'),
  },
  'POST /api/marketing/campaign/get': { ...campaign, name: 'Get Campaign', ...read },

  'POST /api/marketing/contact/all': { ...contact, name: 'Get All Contacts', ...read },
  'POST /api/marketing/contact/create': {
    ...contact,
    name: 'Create Contact',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('POST /api/marketing/contact/all'),
  },
  'POST /api/marketing/contact/delete': {
    ...contact,
    name: 'Delete Contact',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.contactId'],
    confirmWith: gone('POST /api/marketing/contact/all'),
  },
  'POST /api/marketing/contact/get': { ...contact, name: 'Get Contact', ...read },
  'POST /api/marketing/contact/update': {
    ...contact,
    name: 'Update Contact',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.contactId'],
    confirmWith: updated('POST /api/marketing/contact/all'),
  },

  'POST /api/marketing/emailSequence/create': {
    ...emailSequence,
    name: 'Create Email Sequence',
    kind: 'create',
    risk: 'edit',
    queueable: false,
  },
  'POST /api/marketing/emailSequence/delete': {
    ...emailSequence,
    name: 'Delete Email Sequence',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.emailSequenceId'],
  },
  'POST /api/marketing/emailSequence/get': { ...emailSequence, name: 'Get Email Sequence', ...read },

  'POST /api/marketing/integration/all': { ...integration, name: 'Get All Integrations', ...read },
  'POST /api/marketing/integration/create': {
    ...integration,
    name: 'Create Integration',
    kind: 'create',
    risk: 'edit',
    queueable: false,
    confirmWith: created('POST /api/marketing/integration/all', { fields: ['workspaceId', 'name', 'type'] }),
  },
  'POST /api/marketing/integration/delete': {
    ...integration,
    name: 'Delete Integration',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.integrationId'],
    confirmWith: gone('POST /api/marketing/integration/all'),
  },
  'POST /api/marketing/integration/get': { ...integration, name: 'Get Integration', ...read },
  'POST /api/marketing/integration/update': {
    ...integration,
    name: 'Update Integration',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.integrationId'],
  },

  'POST /api/marketing/leadScore/get': { ...leadScore, name: 'Get Lead Score', ...read },
  'POST /api/marketing/leadScore/update': {
    ...leadScore,
    name: 'Update Lead Score',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    record: ['body.id', 'body.contactId'],
  },

  'POST /api/marketing/segment/all': { ...segment, name: 'Get All Segments', ...read },
  'POST /api/marketing/segment/create': {
    ...segment,
    name: 'Create Segment',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    confirmWith: created('POST /api/marketing/segment/all'),
  },
  'POST /api/marketing/segment/delete': {
    ...segment,
    name: 'Delete Segment',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.segmentId'],
    confirmWith: gone('POST /api/marketing/segment/all'),
  },
  'POST /api/marketing/segment/get': { ...segment, name: 'Get Segment', ...read },
  'POST /api/marketing/segment/update': {
    ...segment,
    name: 'Update Segment',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.segmentId'],
    confirmWith: updated('POST /api/marketing/segment/all'),
  },

  'POST /api/marketing/template/all': { ...template, name: 'Get All Templates', ...read },
  'POST /api/marketing/template/create': {
    ...template,
    name: 'Create Template',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    body: templateCreate,
    confirmWith: created('POST /api/marketing/template/all', { fields: templateFields }),
  },
  'POST /api/marketing/template/delete': {
    ...template,
    name: 'Delete Template',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    record: ['body.id', 'body.templateId'],
    confirmWith: gone('POST /api/marketing/template/all'),
  },
  'POST /api/marketing/template/get': { ...template, name: 'Get Template', ...read },
  'POST /api/marketing/template/update': {
    ...template,
    name: 'Update Template',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    record: ['body.id', 'body.templateId'],
    confirmWith: updated('POST /api/marketing/template/all'),
    compare: templateCompare,
  },
} satisfies Record<string, CatalogEntry>
