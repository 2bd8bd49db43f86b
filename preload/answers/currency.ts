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
