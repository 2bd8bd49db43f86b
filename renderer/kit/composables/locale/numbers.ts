import { digitsOf, plainMoney, type Money } from '#answers/money.ts'
import { keptFormats, locale, systemLocale } from '../../base/locale.ts'

export { wholePercents } from '#answers/percents.ts'

const formats = keptFormats((key) => {
  const [tag = 'en', least = '0', most = '0'] = key.split(' ')
  return new Intl.NumberFormat(tag, { minimumFractionDigits: Number(least), maximumFractionDigits: Number(most) })
})
const percents = keptFormats((key) => {
  const [tag = 'en', most = '0'] = key.split(' ')
  return new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: Number(most) })
})
const collators = keptFormats((tag) => new Intl.Collator(tag, { numeric: true, sensitivity: 'base' }))
const lists = keptFormats((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))

const format = (value: number | string, least: number, most: number): string =>
  // A decimal number in a string is written exactly, however long it is.
  formats(`${locale.value} ${least} ${most}`).format(value as `${number}`)

/** `1,234`, `12.5`: with at most so many decimals. */
export const formatNumber = (value: number, decimals = 0): string => format(value, 0, decimals)

/** The digits of a number that was written as text, all its decimals kept: `1234.50` gives `1,234.50`. */
export function formatDigits(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return format(text, decimals, decimals)
}

/** `46%` or `46 %`, of a number that counts hundredths. */
export const formatPercent = (value: number, decimals = 0): string =>
  percents(`${locale.value} ${decimals}`).format(value / 100)

/** `1,234.50 EUR`. */
export function formatMoney(money: Money): string {
  const places = digitsOf(money.currency) ?? 2
  return `${format(plainMoney(money), places, places)} ${money.currency}`
}

/**
 * How the person's spreadsheet separates the cells of a CSV file, and writes decimals. It goes by the system, which may be
 * of a language that the desk does not speak.
 */
export function sheetSigns(): { delimiter: ',' | ';'; decimal: '.' | ',' } {
  const tags = [locale.value, systemLocale() ?? locale.value]
  return tags.some((tag) => formats(`${tag} 1 1`).format(1.5).includes(','))
    ? { delimiter: ';', decimal: ',' }
    : { delimiter: ',', decimal: '.' }
}

/** Orders texts as a person of this language does, numbers in them by their value. */
export const compareTexts = (a: string, b: string): number => collators(locale.value).compare(a, b)

/** `title, date and picture`. */
export const joinWords = (words: readonly string[]): string => lists(locale.value).format(words)
