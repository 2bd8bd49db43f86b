// What SQLite and the file system throw, in the desk's own words: what happened, what is safe, what to do. Each of these faults may end
// while the desk runs, and the same save then succeeds.
import { DeskError } from '#contract/errors.ts'

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
function reasonOf(error: unknown): string {
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
  const safe = 'Everything saved before it is safe.'
  switch (fault) {
    case 'full':
      return new DeskError('storage_full', `The disk is full: ${lost}. ${safe} Free some space, then try again.`, {
        retryable: true,
      })
    case 'readOnly':
      return failed(
        `The profile can only be read, not written (${reasonOf(error)}): ${lost}. ${safe} Make its folder writable, then try again.`,
      )
    case 'busy':
      return failed(`Another program holds the profile database: ${lost}. ${safe} Close that program, then try again.`)
    case 'disk':
      return failed(
        `The disk that holds the profile gave an error (${reasonOf(error)}): ${lost}. What was saved before it was whole then, but may not be if the disk is failing. Copy what is on screen, check the disk and its quota, then try again.`,
      )
    case 'closed':
      return failed(`The profile is closed: ${lost}. ${safe} Try again once the desk is open.`)
    case 'damaged':
      return new DeskError(
        'storage_failed',
        `The profile database is damaged: ${lost}. Restart the desk; it sets the file aside and restores the newest backup.`,
      )
    case 'other':
      return new DeskError(
        'storage_failed',
        `The profile database refused a change (${reasonOf(error)}): ${lost}. ${safe} Restart the desk if it happens twice.`,
      )
  }
}

const failed = (message: string): DeskError => new DeskError('storage_failed', message, { retryable: true })

/** Why a profile can't be opened. Whatever the cause, what was saved in it stays. */
export function openingError(folder: string, error: unknown): DeskError {
  if (error instanceof DeskError) return error
  const safe = 'Nothing in it was changed; everything saved in it is safe.'
  switch (faultOf(error)) {
    case 'full':
      return new DeskError(
        'storage_full',
        `The disk of ${folder} is full, and the desk needs a little of it to open. ${safe} Free some space and start again.`,
        { retryable: true },
      )
    case 'busy':
      return failed(
        `Another program holds the profile database in ${folder}. ${safe} Close that program and start again.`,
      )
    case 'disk':
      return failed(
        `The disk of ${folder} gave an error (${reasonOf(error)}). Nothing in it was changed. Check that the disk is connected and sound, then start again.`,
      )
    case 'readOnly':
      return failed(
        `The profile folder ${folder} can't be written (${reasonOf(error)}). ${safe} Make it writable or choose another folder, and start again.`,
      )
    case 'closed':
    case 'damaged':
    case 'other':
    case undefined:
      return failed(
        `The profile folder ${folder} can't be used: it can't be written (${reasonOf(error)}). ${safe} Choose another folder.`,
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
