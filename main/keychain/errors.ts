import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { KeychainResult } from '../ports.ts'

export type Failure = Exclude<KeychainResult<never>['outcome'], 'found'>

/** `what` names the item: `The API key for production`. */
export function keychainError(outcome: Failure, what: string, said?: string): DeskError {
  switch (outcome) {
    case 'locked':
      return new DeskError('keychain_locked', `${what} is in a locked keychain.`)
    case 'denied':
      return new DeskError('keychain_denied', `The keychain refused access to ${lower(what)}.`)
    case 'timed_out':
      return new DeskError('keychain_unavailable', `The keychain did not answer in time about ${lower(what)}.`, {
        facts: { reason: 'keychain_slow' },
        retryable: true,
      })
    case 'too_large':
      return new DeskError('too_large', `${what} is longer than 64 KiB.`, {
        facts: { reason: 'secret_too_long', kib: 64 },
      })
    case 'absent':
    case 'unavailable':
      return new DeskError('keychain_unavailable', `The keychain can't be used for ${lower(what)}.`, {
        facts: { reason: 'keychain_failed', ...defined({ said }) },
      })
  }
}

const lower = (what: string) => what.charAt(0).toLowerCase() + what.slice(1)

/** Locked, silent or refused: a later try may say more. */
export const isOutOfReach = (outcome: KeychainResult<unknown>['outcome']): boolean =>
  outcome === 'locked' || outcome === 'timed_out' || outcome === 'denied'

export function checkSecret(value: string, path: string): void {
  if (!value.includes('\0') && value.isWellFormed()) return
  throw new DeskError('invalid_input', "A secret can't hold a NUL or half a character.", {
    facts: { reason: 'secret_not_keepable', field: path },
    fields: [{ path, message: "Holds a character that a keychain can't keep", reason: 'not_keepable' }],
  })
}
