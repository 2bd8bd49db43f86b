// What a backend has to do: three plain calls that may throw, hang or lie. keychain.ts makes the port out of them.
import { messageOf } from '#contract/errors.ts'
import type { KeychainBackend } from '#contract/models.ts'

export const serviceName = 'showdesk'

export interface KeychainDriver {
  readonly backend: KeychainBackend
  get(account: string): Promise<string | null>
  set(account: string, value: string): Promise<void>
  /** Whether something was there. */
  remove(account: string): Promise<boolean>
}

/** What a backend's error means; its text is the system's, and is only looked at, never passed on. */
export function classifyError(error: unknown): 'locked' | 'denied' | 'too_large' | 'unavailable' {
  const text = messageOf(error)
  if (/locked|dismissed|interaction is not allowed|-25308/i.test(text)) return 'locked'
  if (/denied|cancell?ed|not authori[sz]ed|passphrase you entered|-25293|-128\b/i.test(text)) return 'denied'
  if (/too (long|large)|stub received bad data/i.test(text)) return 'too_large'
  return 'unavailable'
}
