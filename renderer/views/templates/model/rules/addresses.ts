import { replace } from '../edits.ts'
import { findPlaceholders } from '../placeholders.ts'
import type { Finding, LintContext } from './rule.ts'
import type { Fix } from '../types.ts'

// Letters of any script, for internationalized addresses (RFC 6531) and domains.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** Whether it is one address: a dot in the domain, no display name, no list. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > 64 || text.length > 254 || !localPart.test(local)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function filled(text: string): string {
  const { placeholders } = findPlaceholders(text)
  if (
    placeholders.length === 1 &&
    placeholders[0]?.name !== undefined &&
    text.slice(placeholders[0].from, placeholders[0].to) === text
  )
    return 'x@example.org'
  return placeholders.reduceRight((rest, { from, to }) => `${rest.slice(0, from)}x${rest.slice(to)}`, text)
}

/** Whether it is one address once its placeholders are filled in. */
export const isFilledAddress = (text: string): boolean => isAddress(filled(text))

export function* addresses({ template, found, tags }: LintContext): Iterable<Finding> {
  for (const field of ['fromEmail', 'replyTo'] as const) {
    const text = template[field]
    // What these become is not known, and other rules name them.
    if (found[field].foreign.length > 0 || tags.some((tag) => tag.field === field)) continue
    if (text === '' || isAddress(filled(text))) continue
    const inside = (/<([^<>]*)>/.exec(text)?.[1] ?? text).trim().replace(/^mailto:/i, '')
    const fixes: Fix[] = isAddress(filled(inside))
      ? [{ id: 'use_address', values: { address: inside }, edits: [replace(field, 0, text.length, inside)] }]
      : []
    yield { code: 'email_invalid', level: 'error', field, from: 0, to: text.length, values: { address: text }, fixes }
  }
}
