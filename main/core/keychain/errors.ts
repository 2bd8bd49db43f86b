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

/** What no eye sees in a pasted key: pages and chat programs add it, and no key has any. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
export const withoutUnseen = (text: string): string => text.replaceAll(unseen, '')

/** As people look a character up: `U+2014`. */
const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Throws DeskError `invalid_input` for the first character that a header can't carry, named without what is around it. */
export function checkSendable(value: string, path: string): void {
  const [found] = /[^\t\x20-\x7e\xa0-\xff]/u.exec(value) ?? []
  if (found === undefined) return
  const character = nameOfCharacter(found)
  throw new DeskError('invalid_input', `A header can't carry the character ${character}.`, {
    facts: { reason: 'secret_not_sendable', field: path, character, shown: /\p{C}|\s/u.test(found) ? '' : found },
    fields: [{ path, message: `Holds ${character}, which can't be sent`, reason: 'not_for_header' }],
  })
}

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
