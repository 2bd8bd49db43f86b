// `JSON.parse` rounds what a double can't hold and turns what is too big into Infinity, without a warning.

export type NumberFault = 'too_big' | 'imprecise'

/** Digits and exponent, so that `1.50`, `15e-1` and `1.5` are the same. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const significant = digits.replace(/0+$/, '')
  const leading = whole.length + fraction.length - digits.length
  return `${sign === '-' ? '-' : ''}${significant}e${BigInt(whole.length - leading) + BigInt(exponent)}`
}

/** Undefined where the number arrives as it was written. */
export function numberFault(literal: string): NumberFault | undefined {
  const value = Number(literal)
  if (!Number.isFinite(value)) return 'too_big'
  return canonical(literal) === canonical(String(value)) ? undefined : 'imprecise'
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,6})?$/

/** Undefined where the text is no number, or could not be sent exactly. */
export function exactNumber(text: string): number | undefined {
  const plain = text.trim()
  return decimal.test(plain) && numberFault(plain) === undefined ? Number(plain) : undefined
}
