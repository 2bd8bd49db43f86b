import type { Redactor } from '../keychain/types.ts'
import { mask } from '../keychain/redact.ts'

const secret = /authori[sz]ation|authentication|cookie|token|secret|key|session|passw|(?<!allow-)credential|signature|account-id/i

/** Headers as a screen may show them: those of a secret's name by a mask alone, known secrets masked in all others. */
export function shownHeaders(headers: ReadonlyArray<readonly [name: string, value: string]>, redactor: Redactor): Array<[name: string, value: string]> {
  return headers.map(([name, value]) => [redactor.text(name), secret.test(name) && value !== '' ? mask : shown(value, redactor)])
}

/** HTTP carries bytes: a value may be UTF-8, which then looks like something else. */
function shown(value: string, redactor: Redactor): string {
  const masked = redactor.text(value)
  const utf8 = Buffer.from(masked, 'latin1').toString()
  return redactor.text(utf8) === utf8 ? masked : mask
}

/** The first header of a name. */
export function headerOf(headers: ReadonlyArray<readonly [name: string, value: string]>, name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}
