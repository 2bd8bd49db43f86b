// ISO 4217's minor units. Browsers use customary ones (none for HUF, IDR or COP), which would read cents as a hundred
// times as much.

const exceptions: Record<string, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(
  Object.entries(exceptions).flatMap(([places, codes]) =>
    codes.split(' ').map((code) => [code, Number(places)] as const),
  ),
)
/** Where everybody counts as ISO 4217 does, although it names no two digits. */
const agreed = new Set(['JPY'])
const codes = new Set(Intl.supportedValuesOf('currency'))
const signs = new Map<string, ReadonlySet<string>>()

/** 2 for EUR, 0 for JPY, 3 for KWD; undefined for no currency code. */
export function digitsOf(currency: string): number | undefined {
  const code = currency.toUpperCase()
  return digits.get(code) ?? (codes.has(code) ? 2 : undefined)
}

/** A sign such as `$` does not say which dollar. */
export function isSignOf(sign: string, currency: string): boolean {
  if (digitsOf(currency) === undefined) return false
  let known = signs.get(currency)
  if (known === undefined) {
    const written = (currencyDisplay: 'symbol' | 'narrowSymbol'): string | undefined =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value
    known = new Set([written('symbol'), written('narrowSymbol')].filter((text) => text !== undefined))
    signs.set(currency, known)
  }
  return known.has(sign)
}

/**
 * Whether platforms differ in what the smallest unit is (ISK, HUF, KRW): ISO 4217 names no digits, or custom names others.
 * A whole number of them can't be read by the standard alone.
 */
export function isContested(currency: string): boolean {
  const code = currency.toUpperCase()
  const places = digitsOf(code)
  return (
    places !== undefined && !agreed.has(code) && (places === 0 || customary(code) !== places || otherwise.has(code))
  )
}

/** ISO 4217 and custom agree on two digits, and payment services count whole ones all the same. */
const otherwise = new Set(['TWD', 'CVE'])

function customary(code: string): number | undefined {
  const known =
    customs.get(code) ??
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
  if (known !== undefined) customs.set(code, known)
  return known
}
const customs = new Map<string, number>()
