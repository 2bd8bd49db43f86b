import { mask } from '#contract/mask.ts'
import type { Redactor } from '../keychain/types.ts'

const secret =
  /authori[sz]ation|authentication|cookie|token|secret|key|session|passw|(?<!allow-)credential|signature|account-id/i

/** Headers as a screen may show them: those of a secret's name by a mask alone, known secrets masked in all others. */
export function shownHeaders(
  headers: ReadonlyArray<readonly [name: string, value: string]>,
  redactor: Redactor,
): Array<[name: string, value: string]> {
  return headers.map(([name, value]) => [
    redactor.text(name),
    secret.test(name) && value !== '' ? mask : shown(value, redactor),
  ])
}

const plain: ReadonlySet<string> = new Set([
  'date',
  'content-type',
  'content-length',
  'content-encoding',
  'cache-control',
  'server',
  'retry-after',
  'connection',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** Those of an answer that may open an account: whatever is not known to be plain is masked. */
export function plainHeaders(
  headers: ReadonlyArray<readonly [name: string, value: string]>,
  redactor: Redactor,
): Array<[name: string, value: string]> {
  return shownHeaders(headers, redactor).map(([name, value]) => [name, plain.has(name.toLowerCase()) ? value : mask])
}

/** HTTP carries bytes: a value may be UTF-8, which then looks like something else. */
function shown(value: string, redactor: Redactor): string {
  const masked = redactor.text(value)
  const utf8 = Buffer.from(masked, 'latin1').toString()
  return redactor.text(utf8) === utf8 ? masked : mask
}

/** The first header of a name. */
export function headerOf(
  headers: ReadonlyArray<readonly [name: string, value: string]>,
  name: string,
): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}
