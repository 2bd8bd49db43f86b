import { DeskError } from '#contract/errors.ts'
import type { KeychainResult } from '../ports.ts'

export type Failure = Exclude<KeychainResult<never>['outcome'], 'found'>

/** What a person is told when the keychain did not do its part; `what` names the thing in question: `The API key for production`. */
export function keychainError(outcome: Failure, what: string, reason?: string): DeskError {
  switch (outcome) {
    case 'locked':
      return new DeskError('keychain_locked', `${what} is in a locked keychain.`)
    case 'denied':
      return new DeskError('keychain_denied', `The keychain refused access to ${lower(what)}.`)
    case 'timed_out':
      return new DeskError('keychain_unavailable', `The keychain did not answer in time about ${lower(what)}.`, {
        retryable: true,
      })
    case 'too_large':
      return new DeskError('too_large', `${what} is longer than the 64 KiB that the desk keeps in a keychain.`, {
        facts: { reason: 'secret_too_long' },
      })
    case 'absent':
    case 'unavailable':
      return new DeskError(
        'keychain_unavailable',
        `The keychain can't be used for ${lower(what)}.`,
        reason === undefined ? {} : { facts: { said: reason } },
      )
  }
}

const lower = (what: string) => what.charAt(0).toLowerCase() + what.slice(1)

/** Whether the keychain may say more another time: locked, silent or refused, rather than nothing there. */
export const isOutOfReach = (outcome: KeychainResult<unknown>['outcome']): boolean =>
  outcome === 'locked' || outcome === 'timed_out' || outcome === 'denied'

/** Refuses what no keychain keeps as it is. Throws DeskError `invalid_input` at `path`. */
export function checkSecret(value: string, path: string): void {
  if (!value.includes('\0') && value.isWellFormed()) return
  throw new DeskError('invalid_input', "A secret can't hold a NUL or half a character.", {
    facts: { reason: 'secret_not_storable' },
    fields: [{ path, message: 'Not storable', reason: 'half_character' }],
  })
}
