import { mask } from '#contract/mask.ts'
import type { Redactor } from '../../core/keychain/types.ts'

const secret =
  /authori[sz]ation|authentication|cookie|token|secret|key|session|passw|(?<!allow-)credential|signature|account-id/i

/** Secret names get a mask; known secrets are masked in all others. */
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

/** For answers that may open an account: only known plain headers are shown. */
export function plainHeaders(
  headers: ReadonlyArray<readonly [name: string, value: string]>,
  redactor: Redactor,
): Array<[name: string, value: string]> {
  return shownHeaders(headers, redactor).map(([name, value]) => [name, plain.has(name.toLowerCase()) ? value : mask])
}

/** HTTP carries bytes: a value may be UTF-8. */
function shown(value: string, redactor: Redactor): string {
  const masked = redactor.text(value)
  const utf8 = Buffer.from(masked, 'latin1').toString()
  return redactor.text(utf8) === utf8 ? masked : mask
}

export function headerOf(
  headers: ReadonlyArray<readonly [name: string, value: string]>,
  name: string,
): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}
