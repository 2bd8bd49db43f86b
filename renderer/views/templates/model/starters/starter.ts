// One starter as the fields of a template: its words, its variables and the brand's look.
import type { Brand } from '#contract/mail.ts'
import { findPlaceholders } from '../placeholders.ts'
import type { Variable } from '../types.ts'
import { blocksOf } from './blocks.ts'
import { htmlOf, textOf } from './page.ts'
import type { Starter, StarterText } from './types.ts'

const unsubscribeUrl = 'https://example.invalid/unsubscribe'

/** A default for a placeholder that the brand brought, because a variable without one is sent empty. */
function defaultOf(name: string): string {
  if (/mail/i.test(name)) return 'viewer@example.invalid'
  if (/ur[il]$|link|href|unsub/i.test(name)) return unsubscribeUrl
  if (/name/i.test(name)) return 'friend'
  return 'viewer'
}

const typeOf = (name: string): string =>
  /url$/i.test(name) ? 'url' : /date$|until$|ends$/i.test(name) ? 'date' : 'text'

/** Of what is written, the values the brand knows, and every placeholder of the brand's own texts. Unused ones are left out. */
function variablesOf(values: Record<string, string>, brand: Brand, texts: string[]): Variable[] {
  const showName = brand.name === '' ? 'Night Show' : brand.name
  const known: Record<string, string> = {
    ...values,
    showName,
    hostName: brand.fromName !== '' && !brand.fromName.includes('{{') ? brand.fromName : `The ${showName} team`,
    unsubscribeUrl,
  }
  const used = new Set(texts.flatMap((text) => findPlaceholders(text).placeholders.map(({ name }) => name)))
  const names = [
    ...Object.keys(known).filter((name) => used.has(name)),
    ...used.difference(new Set(Object.keys(known))),
  ]
  return names.map((name) => ({ name, type: typeOf(name), defaultValue: known[name] ?? defaultOf(name) }))
}

/** What a new template begins with. What the brand leaves empty keeps a placeholder or a default. */
export function starter(text: StarterText, brand: Brand): Starter {
  const { id, name, description, category, subject, previewText } = text
  const { fromName, fromEmail, replyTo } = brand
  const htmlContent = htmlOf(text, brand)
  const textContent = textOf(text, brand)
  return {
    id,
    template: {
      name,
      description,
      category,
      subject,
      previewText,
      htmlContent,
      textContent,
      fromName,
      fromEmail,
      replyTo,
      variables: variablesOf(text.values, brand, [
        subject,
        previewText,
        htmlContent,
        textContent,
        fromName,
        fromEmail,
        replyTo,
      ]),
    },
    blocks: blocksOf(text, brand),
  }
}
