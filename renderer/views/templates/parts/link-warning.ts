export type LinkWarning = 'insecure' | 'relative' | 'script'

/** What a reader would not like about where a link leads, sample values filled in; undefined for what is fine. */
export function linkWarning(href: string): LinkWarning | undefined {
  // White space and control characters do not count in a scheme.
  const address = Array.from(href.slice(0, 200))
    .filter((character) => character > ' ')
    .join('')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http') return 'insecure'
  if (scheme === 'javascript' || scheme === 'vbscript') return 'script'
  return scheme === undefined && address !== '' && !address.startsWith('#') && !address.startsWith('{{')
    ? 'relative'
    : undefined
}
