// What is wrong with a brand as it is typed, field by field; the sentences are `templates.brand.problem.<code>`.
import type { Brand } from '#contract/mail.ts'
import { findPlaceholders } from '../placeholders.ts'
import { isFilledAddress } from '../rules/addresses.ts'
import { schemeOf } from '../rules/links.ts'
import { contrastOf, isColour, leastShapeContrast, leastTextContrast, schemesOf, toColour } from './colours.ts'

export type BrandField = keyof Brand
interface BrandProblem {
  code: 'too_long' | 'colour' | 'logo' | 'link' | 'address' | 'braces'
  values: Record<string, string | number>
}
type BrandProblems = Partial<Record<BrandField, BrandProblem>>

/** UTF-16 units, as the contract bounds them. */
const longest: Partial<Record<BrandField, number>> = {
  name: 200,
  logo: 2048,
  footer: 2000,
  unsubscribe: 2048,
  fromName: 200,
  fromEmail: 320,
  replyTo: 320,
}

export const brandFields: readonly BrandField[] = [
  'name',
  'logo',
  'accent',
  'background',
  'text',
  'footer',
  'unsubscribe',
  'fromName',
  'fromEmail',
  'replyTo',
]
const colourFields: readonly BrandField[] = ['accent', 'background', 'text']
const filledIn: readonly BrandField[] = ['footer', 'unsubscribe', 'fromName', 'fromEmail', 'replyTo']

const hasHost = (address: string): boolean => URL.canParse(address) && new URL(address).hostname !== ''

const startsWithPlaceholder = (text: string): boolean => findPlaceholders(text).placeholders[0]?.from === 0

function problemOf(field: BrandField, value: string): BrandProblem | undefined {
  const most = longest[field]
  if (most !== undefined && value.length > most) return { code: 'too_long', values: { most, length: value.length } }
  if (colourFields.includes(field)) return isColour(value) ? undefined : { code: 'colour', values: {} }
  if (value === '') return undefined
  if (filledIn.includes(field) && findPlaceholders(value).malformed.length > 0) return { code: 'braces', values: {} }
  if (field === 'logo') {
    const scheme = schemeOf(value)
    return (scheme === 'https' || scheme === 'http') && hasHost(value) && !/\s/.test(value)
      ? undefined
      : { code: 'logo', values: {} }
  }
  if (field === 'unsubscribe') {
    if (startsWithPlaceholder(value)) return undefined
    const scheme = schemeOf(value)
    const leads =
      scheme === 'mailto' || ((scheme === 'https' || scheme === 'http') && /^https?:\/\/[^\s/]/i.test(value))
    return leads && !/\s/.test(value.replace(/\{\{[^{}]*\}\}/g, '')) ? undefined : { code: 'link', values: {} }
  }
  if (field === 'fromEmail' || field === 'replyTo')
    return isFilledAddress(value) ? undefined : { code: 'address', values: {} }
  return undefined
}

/** As it is saved: without white space around, and with complete colours. */
export function trimmedBrand(brand: Brand): Brand {
  const trimmed = { ...brand }
  for (const field of brandFields) {
    const text = brand[field].trim()
    trimmed[field] = colourFields.includes(field) ? (toColour(text) ?? text) : text
  }
  return trimmed
}

/** What has to change before it can be saved. */
export function brandProblems(brand: Brand): BrandProblems {
  const trimmed = trimmedBrand(brand)
  return Object.fromEntries(
    brandFields.flatMap((field) => {
      const problem = problemOf(field, trimmed[field])
      return problem === undefined ? [] : [[field, problem]]
    }),
  )
}

/** Insecure addresses, which can be saved: `http:` where `https:` is expected. */
export const isInsecure = (address: string): boolean => schemeOf(address.trim()) === 'http'

/** The contrast of text on the background where it is hard to read; undefined where it is enough or a colour is wrong. */
export function weakContrast({ text, background }: Pick<Brand, 'text' | 'background'>): number | undefined {
  if (!isColour(text) || !isColour(background)) return undefined
  const contrast = contrastOf(text, background)
  return contrast < leastTextContrast ? contrast : undefined
}

/** Whether the button is hard to tell from what it is on. */
export function weakButton(brand: Pick<Brand, 'accent' | 'background' | 'text'>): boolean {
  const { button, card } = schemesOf(brand).light
  return contrastOf(button, card) < leastShapeContrast
}
