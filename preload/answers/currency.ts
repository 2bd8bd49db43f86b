// Minor units of currencies as ISO 4217 says it. Browsers answer with what is customary instead (no filler for HUF, IDR or COP), which would
// read an amount in cents as a hundred times as much.

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

/** Digits behind the point in a currency: 2 for EUR, 0 for JPY, 3 for KWD. Undefined for what is no currency code. */
export function digitsOf(currency: string): number | undefined {
  const code = currency.toUpperCase()
  return digits.get(code) ?? (codes.has(code) ? 2 : undefined)
}

/** Whether a sign such as `$` may stand for this currency; of which dollar it is, it does not say. */
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
