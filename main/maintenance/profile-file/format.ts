// The profile file, version 2: JSON Lines (docs/profile-file.md). Everything that a profile can contain fits these
// shapes.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { environmentIds, intentStates, profileSecretFields } from '#contract/models.ts'
import { products } from '#contract/operation.ts'
import { rundownContentSchema } from '#contract/air/rundown.ts'

export const fileFormat = 'showdesk-profile'
export const fileVersion = 2
/** Longest line in bytes. */
export const longestLine = 64 * 1024 * 1024

const id = z.string().regex(/^[\w-]{1,128}$/)
const time = z.iso.datetime()
const count = z.int().min(0)
const environment = z.enum(environmentIds)
const json = z.unknown()
/** Dotted places of secrets that were replaced with null. */
const secrets = z.array(z.string()).default([])

export const header = z.object({
  format: z.literal(fileFormat),
  version: z.int().min(1),
  app: z.string().max(64),
  createdAt: time,
})

const setting = z.strictObject({ kind: z.literal('setting'), name: z.string().min(1).max(256), value: json })

const profile = z.strictObject({
  kind: z.literal('profile'),
  id,
  environment,
  name: z.string().min(1),
  options: z.record(z.string(), z.union([z.string(), z.null()])),
  /** Which of the four were set. */
  secrets: z.array(z.enum(profileSecretFields)).default([]),
  updatedAt: time,
})

const intent = z.strictObject({
  kind: z.literal('intent'),
  id,
  reference: z.string(),
  operation: z.string(),
  state: z.enum(intentStates),
  environment,
  product: z.enum(products),
  risk: z.enum(['read', 'edit', 'onair', 'money', 'destroy']),
  /** The order of open intents: milliseconds since 1970, or one more than the one before. */
  place: count.max(2 ** 48),
  attempts: count,
  held: z.boolean().default(false),
  createdAt: time,
  sentAt: time.optional(),
  settledAt: time.optional(),
  durationMs: count.optional(),
  status: count.optional(),
  requestId: z.string().optional(),
  account: z.string().optional(),
  draft: z.strictObject({ id, revision: z.int().min(1) }).optional(),
  expects: json.optional(),
  deed: json.optional(),
  error: z.record(z.string(), json).optional(),
  evidence: z.array(z.looseObject({ at: time, event: z.string(), note: z.string().optional() })),
  answer: json.optional(),
  request: z.strictObject({
    path: z.record(z.string(), z.string()).optional(),
    query: z.record(z.string(), json).optional(),
    body: json.optional(),
  }),
  secrets,
})

/** Its revisions follow it, the oldest first. */
const draft = z.strictObject({
  kind: z.literal('draft'),
  id,
  /** The newest. */
  revision: z.int().min(1).max(1_048_575),
  createdAt: time,
  updatedAt: time,
  removedAt: time.optional(),
  links: z.record(z.string(), z.string()),
})

const revision = z.strictObject({
  kind: z.literal('revision'),
  draft: id,
  revision: z.int().min(1).max(1_048_575),
  at: time,
  /** The revision that it reverted to. */
  of: z.int().min(1).optional(),
  content: bridgeMethods['drafts.save'].input.omit({ id: true, baseRevision: true }),
  secrets,
})

/** Since version 2. Its newest revision alone. */
const rundown = z.strictObject({
  kind: z.literal('rundown'),
  id,
  createdAt: time,
  updatedAt: time,
  removedAt: time.optional(),
  content: rundownContentSchema(),
  secrets,
})

const end = z.strictObject({ kind: z.literal('end'), records: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export const fileLine = z.discriminatedUnion('kind', [setting, profile, intent, draft, revision, rundown, end])

export type SettingRecord = z.output<typeof setting>
export type ProfileRecord = z.output<typeof profile>
export type IntentRecord = z.output<typeof intent>
export type DraftRecord = z.output<typeof draft>
export type RevisionRecord = z.output<typeof revision>
export type RundownRecord = z.output<typeof rundown>
export type FileRecord = SettingRecord | ProfileRecord | IntentRecord | DraftRecord | RevisionRecord | RundownRecord
