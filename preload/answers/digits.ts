// Written numbers as digits, never binary fractions; what could mean two numbers is refused.

export interface Digits {
  whole: string
  fraction: string
}

export type DigitsProblem = 'ambiguous' | 'not_a_number'

const blank = " \u00a0\u2009\u202f'\u2019"
const lone = /^(\d*)([.,])(\d+)$/
const grouped = new RegExp(`^\\d{1,3}(?:([.,${blank}])\\d{3})(?:\\1\\d{3})*(?:([.,])(\\d+))?$`)
/** Lakh and crore: `12,34,567.89`. */
const indian = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.(\d+))?$/
const scientific = /^(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/

/**
 * `1,234` is two numbers in one, so it is refused; so is a point before three digits, whatever they are, except in a
 * currency with three `places`, and in a `number`, which nobody groups. Only programs write exponents.
 */
export function readDigits(text: string, places: number, by: 'person' | 'platform' | 'number'): Digits | DigitsProblem {
  if (/^\d+$/.test(text)) return digitsOf(text, '')
  const [, before, mark, behind = ''] = lone.exec(text) ?? []
  if (before !== undefined) {
    const groups = /^[1-9]\d{0,2}$/.test(before) && behind.length === 3
    return groups && by !== 'number' && (mark === ',' || places !== 3) ? 'ambiguous' : digitsOf(before, behind)
  }
  const parts = grouped.exec(text)
  if (parts !== null && parts[1] !== parts[2]) return digitsOf(withoutMarks(text, parts[3]), parts[3] ?? '')
  const lakhs = indian.exec(text)
  if (lakhs !== null) return digitsOf(withoutMarks(text, lakhs[1]), lakhs[1] ?? '')
  return by === 'person' ? 'not_a_number' : expanded(text)
}

function withoutMarks(text: string, fraction: string | undefined): string {
  return text.slice(0, fraction === undefined ? text.length : -fraction.length).replaceAll(/\D/g, '')
}

function expanded(text: string): Digits | DigitsProblem {
  const [, whole = '', fraction = '', power] = scientific.exec(text) ?? []
  if (power === undefined) return 'not_a_number'
  const all = whole + fraction
  const point = whole.length + Number(power)
  if (point <= 0) return digitsOf('', '0'.repeat(-point) + all)
  const padded = all.padEnd(point, '0')
  return digitsOf(padded.slice(0, point), padded.slice(point).replace(/0+$/, ''))
}

const digitsOf = (whole: string, fraction: string): Digits => ({
  whole: whole.replace(/^0+(?=\d)/, '') || '0',
  fraction,
})
