import { z } from 'zod'
import { decisionInputs } from '../command.ts'
import { deedInput } from '../deed-schema.ts'
import {
  draftFormats,
  draftHeadSchema,
  draftPageSchema,
  draftRevisionSchema,
  draftSchema,
  exportedFileSchema,
  mostFiledDrafts,
} from '../draft.ts'
import { intentSchema } from '../models.ts'
import { recordOf } from '../schema.ts'
import {
  empty,
  environmentId,
  longestFile,
  operationKey,
  pathInput,
  queryInput,
  task,
  type MethodDeclarations,
} from './method.ts'

const id = z.string().regex(/^[\w-]{1,128}$/, 'Letters, digits, _ and - only')
const revision = z.int().min(1)
const tag = z.string().trim().min(1).max(64)

const content = {
  operation: operationKey,
  title: z.string().max(500),
  path: pathInput.default({}),
  query: queryInput.default({}),
  body: z.unknown().optional(),
  notes: z.string().max(65_536).default(''),
  tags: z.array(tag).max(64).default([]),
  environment: environmentId.optional(),
  extra: recordOf(z.string().max(256), z.unknown(), 1_000).default({}),
  base: z.unknown().optional(),
}

export const draftMethods = {
  'drafts.list': {
    scope: 'read',
    about:
      'Heads without texts, newest change first; with `query` the best hits first, each with `hits`. The words are looked for in title, tags, notes and body; the last one may be a beginning. `removed` lists the bin instead.',
    input: z.strictObject({
      query: z.string().max(200).optional(),
      operation: z.union([operationKey, z.array(operationKey).min(1).max(32)]).optional(),
      tag: tag.optional(),
      environment: environmentId.optional(),
      removed: z.boolean().default(false),
      limit: z.int().min(1).max(200),
      before: z.string().max(256).optional(),
    }),
    output: draftPageSchema,
  },
  'drafts.get': {
    scope: 'read',
    about: 'The draft, or one revision of it.',
    input: z.strictObject({ id, revision: revision.optional() }),
    output: draftSchema,
  },
  'drafts.save': {
    scope: 'draft',
    about:
      'Answered once it is on disk. Without `id`, or with one that is not there yet, a new draft; else `conflict` where `baseRevision` is not the newest. `keepAsText` names fields (as `leftOut` does) in which what looks like a stored secret is ordinary text.',
    input: z.strictObject({
      id: id.optional(),
      baseRevision: z.int().min(0).optional(),
      ...content,
      keepAsText: z.array(z.string().max(1_024)).max(64).optional(),
    }),
    output: draftSchema,
  },
  'drafts.link': {
    scope: 'draft',
    about: '`links` are merged, null takes one away; no revision is made.',
    input: z.strictObject({ id, links: recordOf(z.string().max(256), z.union([z.string().max(128), z.null()]), 256) }),
    output: draftSchema,
  },
  'drafts.remove': {
    scope: 'draft',
    about: 'Into the bin, or for good.',
    input: z.strictObject({ id, forever: z.boolean().default(false) }),
    output: empty,
  },
  'drafts.restore': { scope: 'draft', about: 'Out of the bin.', input: z.strictObject({ id }), output: draftSchema },
  'drafts.revisions': {
    scope: 'read',
    about: 'Newest first.',
    input: z.strictObject({ id, limit: z.int().min(1).max(500), before: revision.optional() }),
    output: () => z.strictObject({ items: z.array(draftRevisionSchema()), next: z.number().exactOptional() }),
  },
  'drafts.revert': {
    scope: 'draft',
    about: 'Brings that content back as a new revision.',
    input: z.strictObject({ id, revision, baseRevision: z.int().min(0) }),
    output: draftSchema,
  },
  'drafts.duplicate': {
    scope: 'draft',
    about: 'The copy.',
    input: z.strictObject({ id, title: z.string().max(500).optional() }),
    output: draftSchema,
  },
  'drafts.submit': {
    scope: 'desk',
    about: 'One intent of this draft that still waits takes the revision over. See [A decision](#a-decision).',
    input: z.strictObject({ id, revision: revision.optional(), deed: deedInput(), ...decisionInputs }),
    output: intentSchema,
  },
  'drafts.import': {
    scope: 'draft',
    about: 'Drafts out of the text of a file, 10,000 at most.',
    input: z.strictObject({ text: z.string().max(longestFile), task: task.optional() }),
    output: () => z.strictObject({ drafts: z.array(draftHeadSchema()) }),
  },
  'drafts.export': {
    scope: 'read',
    about: 'Drafts as the text of a file.',
    input: z.strictObject({ ids: z.array(id).min(1).max(mostFiledDrafts), format: z.enum(draftFormats) }),
    output: exportedFileSchema,
  },
} satisfies MethodDeclarations
