import { addressFault } from './address-faults.ts'
import { beginsWithTag } from './merge-tags.ts'
import { schemeOf } from './rules/links.ts'

export type LinkWarning = 'empty' | 'insecure' | 'local' | 'misspelt' | 'relative' | 'script'

/** What a reader of the mail would meet at this address, in the order of the rules that name it in the code. */
export function linkWarning(href: string): LinkWarning | undefined {
  const address = href.trim()
  if (address === '' || address === '#') return 'empty'
  const fault = addressFault(address)
  if (fault !== undefined) return fault.code === 'address_local' ? 'local' : 'misspelt'
  const scheme = schemeOf(href)
  if (scheme === 'http') return 'insecure'
  if (scheme === 'javascript' || scheme === 'vbscript') return 'script'
  return scheme === undefined && !address.startsWith('#') && !beginsWithTag(address) ? 'relative' : undefined
}
