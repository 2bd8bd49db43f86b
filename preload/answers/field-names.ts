// A field's name is kept; a name that is data (an identifier, an address, a date) is a value and never kept.

const word = /^[@$]?[\p{L}_][\p{L}\p{M}\d_.$[\]-]*$/u
/** `2fa`, `3dSecure`. */
const numbered = /^\d{1,2}[A-Za-z]{2,24}$/
const data: readonly RegExp[] = [
  // Four digits in a row: a year, a number, an identifier.
  /\d{4}/,
  // Letters and digits by turns.
  /\d[A-Za-z]+\d+[A-Za-z]+\d/,
  /^[0-9a-f]{8}-[0-9a-f-]+$/i,
  /^(?=[a-f]*\d)[0-9a-f]{12,}$/i,
  // `evt_100`, `cus-9Hx1`; not `line_12` or `utm_source2`.
  /^[A-Za-z]{1,24}[_-](?=[A-Za-z]*\d)(?![A-Za-z]*\d{1,2}$)[A-Za-z0-9]{3,}$/,
  // A host.
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i,
]

const longest = 128

export function isFieldName(name: string): boolean {
  if (name.length > longest) return false
  return (word.test(name) || numbered.test(name)) && !data.some((pattern) => pattern.test(name))
}
