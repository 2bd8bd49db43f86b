// Backups, the profile as one file, and diagnostics; large files travel in pieces.
import { z } from 'zod'
import { logLevelSchema } from './models.ts'
import { instant, named, type Of } from './schema.ts'

/** In the `backups` folder. */
export const backupSchema = named('Backup', () =>
  z.strictObject({
    id: z.string(),
    /** `daily`, `manual`, `before-restore`, `before-import`, `before-0002`. */
    label: z.string(),
    at: instant(),
    bytes: z.number(),
  }),
)
export type Backup = Of<typeof backupSchema>

const changesSchema = named('Changes', () =>
  z.strictObject({
    added: z.number(),
    changed: z.number(),
    /** By a restore only. */
    removed: z.number(),
    same: z.number().exactOptional(),
    /** The first 50, by name. */
    examples: z.array(
      z.strictObject({
        name: z.string(),
        change: z.enum(['added', 'changed', 'removed']),
      }),
    ),
  }),
)
export type Changes = Of<typeof changesSchema>

export const careKinds = ['drafts', 'rundowns', 'profiles', 'settings', 'activity'] as const
export type CareKind = (typeof careKinds)[number]

export const changePreviewSchema = named('ChangePreview', () =>
  z.strictObject({
    kinds: z.record(z.enum(careKinds), changesSchema()),
    /** Sentences a person must read before going on. */
    warnings: z.array(z.string()),
  }),
)
export type ChangePreview = Of<typeof changePreviewSchema>

export const transferSchema = named('Transfer', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    bytes: z.number(),
  }),
)
export type Transfer = Of<typeof transferSchema>

export const logLineSchema = named('LogLine', () =>
  z.strictObject({
    at: instant(),
    level: logLevelSchema(),
    message: z.string(),
    fields: z.record(z.string(), z.unknown()).exactOptional(),
  }),
)
export type LogLine = Of<typeof logLineSchema>
