// Access is kept in a file of its own beside the database: restoring a backup must not bring back a grant that was
// revoked since, and an address that was pasted elsewhere must outlive it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { grantSchema } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import { storageError } from '../storage/sqlite.ts'

const keptGrantSchema = () => z.strictObject({ grant: grantSchema(), hash: z.string().regex(/^[0-9a-f]{64}$/) })
/** A grant with the SHA-256 of its secret in hexadecimal. */
export type KeptGrant = z.output<ReturnType<typeof keptGrantSchema>>

export interface KeptAccess {
  on: boolean
  /** Null until others were let in for the first time. */
  port: number | null
  grants: KeptGrant[]
}

/** `read` once at the start, `write` replaces the whole. */
export interface AccessFile {
  read(): KeptAccess
  /** Throws DeskError `storage_full` or `storage_failed`; then the file is as it was. */
  write(kept: KeptAccess): void
}

const port = z.int().min(1).max(65_535).nullable()
const outside = z.object({ on: z.boolean(), port, grants: z.array(z.unknown()) })

/** What is not understood lets nobody in: a grant that is not understood is none. */
function understood(text: string): KeptAccess {
  const found = outside.safeParse(JSON.parse(text))
  if (!found.success) return nobody()
  const schema = keptGrantSchema()
  return { ...found.data, grants: found.data.grants.flatMap((one) => schema.safeParse(one).data ?? []) }
}

const nobody = (): KeptAccess => ({ on: false, port: null, grants: [] })

/** The port that a profile keeps; undefined where others were never let in, or there is no such profile. */
export const keptPort = (profile: string): number | undefined => createAccessFile(profile).read().port ?? undefined

/** `access.json` in the profile, readable by its owner alone. */
export function createAccessFile(profile: string): AccessFile {
  const file = join(profile, 'access.json')
  return {
    read() {
      try {
        return understood(readFileSync(file, 'utf8'))
      } catch {
        return nobody()
      }
    },
    write(kept) {
      try {
        writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
        renameSync(`${file}.new`, file)
      } catch (error) {
        throw error instanceof DeskError ? error : storageError(error)
      }
    },
  }
}
