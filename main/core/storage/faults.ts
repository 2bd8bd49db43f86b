// Faults of SQLite and the file system as errors of the desk. Most may end while the desk runs.
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

/** Undefined for any other error. */
export function faultOf(error: unknown): Fault | undefined {
  const code = resultCode(error)
  if (code !== undefined) return bySqlite[code] ?? 'other'
  return bySystem[systemCode(error) ?? '']
}

export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

export const isBusy = (error: unknown): boolean => resultCode(error) !== undefined && faultOf(error) === 'busy'
export const isDamage = (error: unknown): boolean => faultOf(error) === 'damaged'

const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** `SQLite code 778`, `EROFS`. */
function causeOf(error: unknown): string {
  if (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')
    return `SQLite code ${error.errcode}`
  return systemCode(error) ?? 'unknown reason'
}

const faultTexts: Record<Fault, [reason: ErrorReason, text: string]> = {
  full: ['disk_full', 'The disk is full'],
  readOnly: ['profile_read_only', "The profile can't be written"],
  busy: ['profile_busy', 'Another program holds the profile database'],
  disk: ['disk_error', 'The disk that holds the profile gave an error'],
  closed: ['profile_closed', 'The profile is closed'],
  damaged: ['profile_damaged', 'The profile database is damaged'],
  other: ['change_refused', 'The profile database refused a change'],
}

const lostTexts = {
  change: 'this change was not saved',
  file: 'the file was not written',
  backup: 'the backup was not made',
  preview: 'the backup was not read',
  restore: 'the backup was not restored',
  undo: 'the state before the restore was not put back, but is kept as a backup',
  opening: 'the profile was not opened',
}

export type Lost = keyof typeof lostTexts

/** Other errors pass through. */
export function storageError(error: unknown, lost: Lost = 'change'): unknown {
  const fault = faultOf(error)
  return error instanceof DeskError || fault === undefined ? error : faultError(fault, lost, { said: causeOf(error) })
}

export function faultError(fault: Fault, lost: Lost, facts: { said?: string; folder?: string } = {}): DeskError {
  const [reason, text] = faultTexts[fault]
  const { said, folder } = facts
  const cause = said === undefined ? '' : ` (${said})`
  const place = folder === undefined ? '' : ` (${folder})`
  return new DeskError(
    fault === 'full' ? 'storage_full' : 'storage_failed',
    `${text}${cause}: ${lostTexts[lost]}${place}.`,
    { facts: { reason, lost, ...facts }, retryable: fault !== 'damaged' && fault !== 'other' },
  )
}

export function openingError(folder: string, error: unknown): DeskError {
  if (error instanceof DeskError) return error
  const fault = faultOf(error)
  const known = fault === 'full' || fault === 'busy' || fault === 'disk' ? fault : 'readOnly'
  return faultError(known, 'opening', { folder, said: causeOf(error) })
}

/** Turns what SQLite throws into the desk's error, and calls `onDamage` first for a damaged file. */
export function guarded<T>(run: () => T, onDamage?: () => void): T {
  try {
    return run()
  } catch (error) {
    if (isDamage(error)) onDamage?.()
    throw storageError(error)
  }
}
