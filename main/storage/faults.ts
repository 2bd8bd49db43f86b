// What SQLite and the file system throw, as errors of the desk. Each of these faults may end while the desk runs, and the same save then
// succeeds.
import { DeskError } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'

export type Fault = 'full' | 'readOnly' | 'busy' | 'disk' | 'damaged' | 'closed' | 'other'

const bySqlite: Readonly<Record<number, Fault>> = {
  3: 'readOnly',
  5: 'busy',
  6: 'busy',
  8: 'readOnly',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'disk',
  26: 'damaged',
}

const bySystem: Readonly<Record<string, Fault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  EBUSY: 'busy',
  EIO: 'disk',
  EFBIG: 'disk',
  ENXIO: 'disk',
  ENODEV: 'disk',
  ERR_INVALID_STATE: 'closed',
}

/** Which fault an error tells of; undefined for an error of another kind. */
export function faultOf(error: unknown): Fault | undefined {
  const code = resultCode(error)
  if (code !== undefined) return bySqlite[code] ?? 'other'
  return bySystem[systemCode(error) ?? '']
}

/** Primary result code of an SQLite error; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

export const isBusy = (error: unknown): boolean => resultCode(error) !== undefined && faultOf(error) === 'busy'
export const isDamage = (error: unknown): boolean => faultOf(error) === 'damaged'

const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** `SQLite code 778`, `EROFS`: for whoever mends the disk. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return `SQLite code ${error.errcode}`
  return systemCode(error) ?? 'unknown reason'
}

/**
 * `storage_full` or `storage_failed` for a fault; a DeskError and a stranger's error pass through.
 * `lost` says what did not happen, as the middle of a sentence.
 */
export function storageError(error: unknown, lost = 'this change was not saved'): unknown {
  const fault = faultOf(error)
  if (error instanceof DeskError || fault === undefined) return error
  const reason = reasons[fault]
  return new DeskError(
    fault === 'full' ? 'storage_full' : 'storage_failed',
    `${sentences[reason]} (${codeOf(error)}): ${lost}.`,
    {
      facts: { reason, said: codeOf(error) },
      retryable: fault !== 'damaged' && fault !== 'other',
    },
  )
}

const reasons = {
  full: 'disk_full',
  readOnly: 'profile_read_only',
  busy: 'profile_busy',
  disk: 'disk_failing',
  closed: 'profile_closed',
  damaged: 'profile_damaged',
  other: 'profile_refused',
} as const

const sentences = {
  disk_full: 'The disk is full',
  profile_read_only: 'The profile can only be read, not written',
  profile_busy: 'Another program holds the profile database',
  disk_failing: 'The disk that holds the profile gave an error',
  profile_closed: 'The profile is closed',
  profile_damaged: 'The profile database is damaged',
  profile_refused: 'The profile database refused a change',
}

const failed = (message: string, reason: ErrorReason, folder: string, error: unknown): DeskError =>
  new DeskError(reason === 'disk_full' ? 'storage_full' : 'storage_failed', message, {
    facts: { reason, folder, said: codeOf(error) },
    retryable: true,
  })

/** Why a profile can't be opened. Whatever the cause, what was saved in it stays. */
export function openingError(folder: string, error: unknown): DeskError {
  if (error instanceof DeskError) return error
  const safe = 'Nothing in it was changed; everything saved in it is safe.'
  switch (faultOf(error)) {
    case 'full':
      return failed(
        `The disk of ${folder} is full. ${safe} Free some space and start again.`,
        'disk_full',
        folder,
        error,
      )
    case 'busy':
      return failed(
        `Another program holds the profile database in ${folder}. ${safe} Close that program and start again.`,
        'profile_busy',
        folder,
        error,
      )
    case 'disk':
      return failed(
        `The disk of ${folder} gave an error (${codeOf(error)}). Check that it is connected and sound, then start again.`,
        'disk_failing',
        folder,
        error,
      )
    case 'readOnly':
    case 'closed':
    case 'damaged':
    case 'other':
    case undefined:
      return failed(
        `The profile folder ${folder} can't be written (${codeOf(error)}). ${safe} Make it writable or choose another folder.`,
        'profile_not_opened',
        folder,
        error,
      )
  }
}

/** Runs and turns what SQLite throws into the desk's error; `onDamage` is told first where the file itself is to blame. */
export function guarded<T>(run: () => T, onDamage?: () => void): T {
  try {
    return run()
  } catch (error) {
    if (isDamage(error)) onDamage?.()
    throw storageError(error)
  }
}
