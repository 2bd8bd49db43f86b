import { beginsWithTag } from './merge-tags.ts'
import { schemeOf } from './rules/links.ts'

export type LinkWarning = 'insecure' | 'relative' | 'script'

export function linkWarning(href: string): LinkWarning | undefined {
  const scheme = schemeOf(href)
  const address = href.trim()
  if (scheme === 'http') return 'insecure'
  if (scheme === 'javascript' || scheme === 'vbscript') return 'script'
  return scheme === undefined && address !== '' && !address.startsWith('#') && !beginsWithTag(address)
    ? 'relative'
    : undefined
}
