// Care of the profile: backups, everything as one file, and what a bug report needs. Large files travel in pieces.
import { z } from 'zod'
import type { LogLevel } from './models.ts'

/** A copy of the profile database in its `backups` folder. */
export interface Backup {
  /** Its file name. */
  id: string
  /** Why it was made: `daily`, `manual`, `before-restore`, `before-import`, `before-0002`. */
  label: string
  at: string
  bytes: number
}

/** What would become of the records of one kind. */
export interface Changes {
  added: number
  changed: number
  /** Only a restore takes away; an import never does. */
  removed: number
  /** There already, just as in the file. */
  same?: number
  /** The first 50, by name. */
  examples: Array<{ name: string; change: 'added' | 'changed' | 'removed' }>
}

export const careKinds = ['drafts', 'profiles', 'settings', 'activity'] as const
export type CareKind = (typeof careKinds)[number]

export interface ChangePreview {
  kinds: Record<CareKind, Changes>
  /** Sentences a person must read before going on. */
  warnings: string[]
}

/** A file on its way between the page and the backend. */
export interface Transfer {
  id: string
  name: string
  bytes: number
}

export interface LogLine {
  at: string
  level: LogLevel
  message: string
  fields?: Record<string, unknown>
}

const nothing = z.strictObject({}).default({})
const id = z.string().min(1).max(128)

export const careInputs = {
  'backups.list': nothing,
  'backups.create': nothing,
  'backups.preview': z.strictObject({ id }),
  /** The desk closes its profile, puts the backup in its place (a copy of what is there is kept first) and opens again. */
  'backups.restore': z.strictObject({ id }),

  'transfers.begin': z.strictObject({ name: z.string().max(256) }),
  'transfers.append': z.strictObject({ id, offset: z.int().min(0), text: z.string().max(4 * 1024 * 1024) }),
  'transfers.read': z.strictObject({ id, offset: z.int().min(0) }),
  'transfers.end': z.strictObject({ id }),

  'profile.export': nothing,
  'profile.preview': z.strictObject({ transfer: id }),
  'profile.import': z.strictObject({ transfer: id, kinds: z.array(z.enum(careKinds)).min(1) }),

  'diagnostics.log': z.strictObject({
    limit: z.int().min(1).max(1_000),
    level: z.enum(['debug', 'info', 'warn', 'error']).optional(),
    query: z.string().max(200).optional(),
  }),
  'diagnostics.export': nothing,
} as const

export interface CareOutputs {
  'backups.list': { backups: Backup[] }
  'backups.create': Backup
  'backups.preview': ChangePreview
  'backups.restore': { restored: Backup; before: Backup }
  'transfers.begin': Transfer
  'transfers.append': Transfer
  /** `next` is the offset to go on from; without it the end is reached. Offsets count bytes of UTF-8. */
  'transfers.read': { text: string; next?: number }
  'transfers.end': Record<string, never>
  'profile.export': Transfer
  'profile.preview': ChangePreview
  'profile.import': ChangePreview
  /** Newest first. */
  'diagnostics.log': { lines: LogLine[]; folder: string }
  'diagnostics.export': Transfer
}
