// Colours of a mail, as #rrggbb. Contrast as WCAG 2 defines it.
import type { Brand } from '#contract/mail.ts'

type Rgb = [red: number, green: number, blue: number]

/** Text and its surface; large shapes need less. */
export const leastTextContrast = 4.5
export const leastShapeContrast = 3

export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

/** #rrggbb from what a person writes: without #, or with three digits. Undefined where it is no colour. */
export function toColour(text: string): string | undefined {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (/^[\da-f]{3}$/.test(digits)) return `#${digits.replace(/./g, '$&$&')}`
  return /^[\da-f]{6}$/.test(digits) ? `#${digits}` : undefined
}

const partsOf = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb

const luminanceOf = (colour: string): number => {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (equal) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of the second colour in the first. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [partsOf(one), partsOf(other)]
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? part) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Black or white, whichever is read better on it; white where both are. */
export const inkOn = (surface: string): string =>
  contrastOf('#ffffff', surface) >= Math.min(leastTextContrast, contrastOf('#000000', surface)) ? '#ffffff' : '#000000'

/** The colour, or the nearest mix with `towards` that keeps the contrast with the surface. */
function apart(colour: string, surface: string, towards: string, least: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(colour, towards, share)
    if (contrastOf(tried, surface) >= least) return tried
  }
  return towards
}

export interface Scheme {
  page: string
  card: string
  ink: string
  /** Of labels and small print, on page and card. */
  soft: string
  button: string
  onButton: string
}

function schemeOf(page: string, card: string, ink: string, button: string): Scheme {
  const harder = contrastOf(ink, page) < contrastOf(ink, card) ? page : card
  return {
    page,
    card,
    ink,
    soft: apart(mix(ink, harder, 0.35), harder, ink, leastTextContrast),
    button,
    onButton: inkOn(button),
  }
}

const darkPage = '#0f0f11'
const darkCard = '#1b1b1f'
const darkInk = '#f4f4f5'

/** The colours of a mail in the brand's own look, and where the reader's app is dark. A brand that is dark already stays as it is. */
export function schemesOf({ accent, background, text }: Pick<Brand, 'accent' | 'background' | 'text'>): {
  light: Scheme
  dark: Scheme
} {
  const isDark = luminanceOf(background) < luminanceOf(text)
  const light = schemeOf(background, isDark ? background : '#ffffff', text, accent)
  return {
    light,
    dark: isDark
      ? light
      : schemeOf(darkPage, darkCard, darkInk, apart(accent, darkCard, '#ffffff', leastShapeContrast)),
  }
}
