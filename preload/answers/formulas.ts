// A spreadsheet must not run what somebody wrote into a cell of a CSV file.

/** Signs that begin a formula; some programs read the wide and small ones as the narrow ones. */
const formulaSigns = new Set('=+-@\u2212\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b')
/** Programs that expect another separator, or no quotes, begin a new cell here. */
const separators = new Set(',;|\t\n\r\v\f\u0085\u2028\u2029')
/** Skipped by programs before a formula: white space, quotes and invisible characters. */
const skipped = /[\s\p{Cc}\p{Cf}"']/u
/** No formula, and it must stay a number. */
const negative = /^-\d+(?:[.,]\d+)?$/

/** What a formula needs beyond arithmetic: a call, a reference to another sheet or program, an operator. */
const formulaParts = /[(|!=+@*/^&<>[{]/

/**
 * Puts an apostrophe before each sign that could begin a formula in any program. A negative number stays as it is,
 * except where it begins a row and another separator could let a formula continue.
 */
export function withoutFormulas(text: string, rest: readonly string[]): string {
  if (negative.test(text) && !rest.some((one) => formulaParts.test(one))) return text
  let out = ''
  let done = 0
  let begins = true
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (separators.has(character)) begins = true
    else if (begins && formulaSigns.has(character)) {
      out += `${text.slice(done, at)}'`
      done = at
      begins = false
    } else if (begins) begins = skipped.test(character)
  }
  return done === 0 && out === '' ? text : out + text.slice(done)
}

const guarded = new RegExp(`'(?=[${[...formulaSigns].map((sign) => `\\${sign}`).join('')}])`, 'g')

/** What was written with `withoutFormulas`, as it was before; any other text stays. */
export function withFormulas(text: string): string {
  const plain = text.replace(guarded, '')
  return plain !== text && withoutFormulas(plain, []) === text ? plain : text
}
