// Access is kept in a file of its own beside the database: restoring a backup must not bring back a grant that was
// revoked since, and an address that was pasted elsewhere must outlive it.
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { grantSchema } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import { nameOfPassword, scramKeys } from '../../../preload/scram.ts'
import { storageError } from '../storage/sqlite.ts'

const base64 = z.base64().min(1)
const keptGrantSchema = () =>
  z.strictObject({
    grant: grantSchema(),
    /** The user of a login by SCRAM. */
    user: z.string().regex(/^[0-9a-f]{32}$/),
    keys: z.strictObject({ salt: base64, iterations: z.int().min(1), storedKey: base64, serverKey: base64 }),
  })
/** A grant with what is kept of its secret, which lets nobody in. */
export type KeptGrant = z.output<ReturnType<typeof keptGrantSchema>>

/** Before SCRAM the SHA-256 of the secret was kept. It is the password now, so every secret stays good. */
const earlierSchema = () => z.strictObject({ grant: grantSchema(), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** What is kept of a secret. */
export function keptOf(password: string): Pick<KeptGrant, 'user' | 'keys'> {
  return { user: nameOfPassword(password), keys: scramKeys(password) }
}

function keptGrant(value: unknown): KeptGrant | undefined {
  const kept = keptGrantSchema().safeParse(value).data
  if (kept !== undefined) return kept
  const earlier = earlierSchema().safeParse(value).data
  return earlier && { grant: earlier.grant, ...keptOf(earlier.hash) }
}

export interface KeptAccess {
  on: boolean
  /** Null until others were let in for the first time. */
  port: number | null
  grants: KeptGrant[]
}

/** `read` once at the start, `write` replaces the whole. */
export interface AccessFile {
  /** `earlier`: it still holds what an earlier version kept. `damaged`: when what can't be read of it was written. */
  read(): KeptAccess & { earlier?: true; damaged?: string }
  /** Throws DeskError `storage_full` or `storage_failed`; then the file is as it was. */
  write(kept: KeptAccess): void
}

const port = z.int().min(1).max(65_535).nullable()
const outside = z.object({ on: z.boolean(), port, grants: z.array(z.unknown()) })

/** What is not understood lets nobody in: a grant that is not understood is none. Throws where all of it is damaged. */
function understood(text: string): ReturnType<AccessFile['read']> {
  const { grants: kept, ...found } = outside.parse(JSON.parse(text))
  const grants = kept.flatMap((one) => keptGrant(one) ?? [])
  const isEarlier = kept.some((one) => earlierSchema().safeParse(one).success)
  return {
    ...{ ...found, grants },
    ...(isEarlier && { earlier: true }),
    ...(grants.length < kept.length && { damaged: '' }),
  }
}

const nobody = (): KeptAccess => ({ on: false, port: null, grants: [] })

function writtenAt(file: string): string {
  try {
    return statSync(file).mtime.toISOString()
  } catch {
    return 'unknown'
  }
}

/** The port that a profile keeps; undefined where others were never let in, or there is no such profile. */
export const keptPort = (profile: string): number | undefined => createAccessFile(profile).read().port ?? undefined

/** `access.json` in the profile, readable by its owner alone. */
export function createAccessFile(profile: string): AccessFile {
  const file = join(profile, 'access.json')
  return {
    read() {
      try {
        const found = understood(readFileSync(file, 'utf8'))
        return found.damaged === undefined ? found : { ...found, damaged: writtenAt(file) }
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? nobody() : { ...nobody(), damaged: writtenAt(file) }
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
