// What a backend does: three calls that may throw, hang or lie.
import { messageOf } from '#contract/errors.ts'
import type { KeychainBackend } from '#contract/models.ts'

export const serviceName = 'showdesk'

export interface KeychainDriver {
  readonly backend: KeychainBackend
  get(account: string): Promise<string | null>
  set(account: string, value: string): Promise<void>
  remove(account: string): Promise<boolean>
}

/** The error's text is the system's and is never passed on. */
export function classifyError(error: unknown): 'locked' | 'denied' | 'too_large' | 'unavailable' {
  const text = messageOf(error)
  if (/locked|dismissed|interaction is not allowed|-25308/i.test(text)) return 'locked'
  if (/denied|cancell?ed|not authori[sz]ed|passphrase you entered|-25293|-128\b/i.test(text)) return 'denied'
  if (/too (long|large)|stub received bad data/i.test(text)) return 'too_large'
  return 'unavailable'
}
