// Numbers, amounts and times as an overlay writes them.
import type { OverlayValue } from '#contract/overlay.ts'
import { filled, type Words } from './words.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `0:07`, `12:34`, `1:02:03`, `2 d 03:04:05`; a started second counts in full. */
export function countdownText(ms: number, words: Words): string {
  return clockText(Math.max(0, Math.ceil(ms / 1_000)), words)
}

/** The same of time that has passed; only whole seconds count. */
export function elapsedText(ms: number, words: Words): string {
  return clockText(Math.max(0, Math.floor(ms / 1_000)), words)
}

function clockText(seconds: number, words: Words): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const rest = two(seconds % 60)
  if (days > 0) return `${filled(words.days, String(days))} ${two(hours)}:${two(minutes)}:${rest}`
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** `1,234.50 EUR`, of minor units: never by way of a fraction. */
export function amountText(minor: number, { currency, digits }: Goal, language: string): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = digits === 0 ? '' : text.slice(-digits)
  const point = fraction === '' ? '' : new Intl.NumberFormat(language).format(1.5).replace(/\d/g, '')
  const sign = minor < 0 ? '-' : ''
  return `${sign}${numberText(Number(whole), language)}${point}${fraction}${currency === null ? '' : ` ${currency}`}`
}

type Goal = Pick<Extract<OverlayValue, { kind: 'goal' }>, 'currency' | 'digits'>

export const numberText = (value: number, language: string): string => new Intl.NumberFormat(language).format(value)

/** Of a whole percentage: `46%` or `46 %`. */
export const percentText = (percent: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)

/** Rounded down: a goal is not reached before it is. */
export const percentOf = (raised: number, target: number): number => Math.max(0, Math.floor((raised * 100) / target))
