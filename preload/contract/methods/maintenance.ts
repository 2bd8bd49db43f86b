import { z } from 'zod'
import { backupSchema, careKinds, changePreviewSchema, logLineSchema, transferSchema } from '../maintenance.ts'
import { empty, id, nothing, task, type MethodDeclarations } from './method.ts'

export const careMethods = {
  'backups.list': {
    scope: 'desk',
    about: 'Newest first.',
    input: nothing,
    output: () => z.strictObject({ backups: z.array(backupSchema()) }),
  },
  'backups.create': { scope: 'desk', about: 'Makes a backup now.', input: nothing, output: backupSchema },
  'backups.preview': {
    scope: 'desk',
    about: 'What a restore would change.',
    input: z.strictObject({ id }),
    output: changePreviewSchema,
  },
  'backups.restore': {
    scope: 'desk',
    about:
      'The desk closes its profile, puts the backup in its place (a copy of what is there is kept first) and opens again.',
    input: z.strictObject({ id }),
    output: () => z.strictObject({ restored: backupSchema(), before: backupSchema() }),
  },

  'transfers.begin': {
    scope: 'desk',
    about: 'A file in pieces, from the page to the desk.',
    input: z.strictObject({ name: z.string().max(256) }),
    output: transferSchema,
  },
  'transfers.append': {
    scope: 'desk',
    about: 'Adds a piece.',
    input: z.strictObject({ id, offset: z.int().min(0), text: z.string().max(4 * 1024 * 1024) }),
    output: transferSchema,
  },
  'transfers.read': {
    scope: 'desk',
    about:
      'A piece of a file. `next` is the offset to go on from; without it the end is reached. Offsets count bytes of UTF-8.',
    input: z.strictObject({ id, offset: z.int().min(0) }),
    output: () => z.strictObject({ text: z.string(), next: z.number().exactOptional() }),
  },
  'transfers.end': { scope: 'desk', about: 'Takes the file away.', input: z.strictObject({ id }), output: empty },

  'tasks.cancel': {
    scope: 'desk',
    about: 'Ends the reading of a file that the caller named so; it answers `cancelled`, and nothing of it is kept.',
    input: z.strictObject({ task }),
    output: empty,
  },

  'profile.export': {
    scope: 'desk',
    about: 'A transfer with everything but secrets (docs/profile-file.md).',
    input: nothing,
    output: transferSchema,
  },
  'profile.preview': {
    scope: 'desk',
    about: 'What an import would change.',
    input: z.strictObject({ transfer: id, task: task.optional() }),
    output: changePreviewSchema,
  },
  'profile.import': {
    scope: 'desk',
    about: 'What has changed.',
    input: z.strictObject({
      transfer: id,
      kinds: z.array(z.enum(careKinds)).min(1).max(careKinds.length),
      task: task.optional(),
    }),
    output: changePreviewSchema,
  },

  'diagnostics.log': {
    scope: 'desk',
    about: 'Newest first.',
    input: z.strictObject({
      limit: z.int().min(1).max(1_000),
      level: z.enum(['debug', 'info', 'warn', 'error']).optional(),
      query: z.string().max(200).optional(),
    }),
    output: () => z.strictObject({ lines: z.array(logLineSchema()), folder: z.string() }),
  },
  'diagnostics.export': {
    scope: 'desk',
    about: 'A transfer with what a bug report needs, redacted.',
    input: nothing,
    output: transferSchema,
  },
} satisfies MethodDeclarations
