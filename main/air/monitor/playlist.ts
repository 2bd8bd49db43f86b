// Playlists as the page gets them: every address is replaced by a name on the page's own host, so that the page learns
// no foreign address and can ask for nothing but what a playlist named.

/** `playlist`: read and rewritten in turn; `media`: passed on as bytes. */
export type Kind = 'playlist' | 'media'

/** Tags whose address is a playlist, wherever they stand. */
const playlistTags = new Set([
  'EXT-X-MEDIA',
  'EXT-X-I-FRAME-STREAM-INF',
  'EXT-X-RENDITION-REPORT',
  'EXT-X-IMAGE-STREAM-INF',
])
/** Tags with an address that the monitor has no use for: what they ask for would only be fetched in vain. */
const unusedTags = new Set(['EXT-X-CONTENT-STEERING', 'EXT-X-SESSION-DATA', 'EXT-X-DATERANGE'])
const uriAttribute = /([:,]\s*(?:URI|SERVER-URI|X-ASSET-URI|X-ASSET-LIST)=)"([^"]*)"/g

export const isPlaylist = (text: string): boolean => /^\uFEFF?#EXTM3U(?:\s|$)/.test(text)

/** `name` answers the new address of an absolute one; what is no http address is left out. */
export function rewritePlaylist(text: string, base: URL, name: (address: string, kind: Kind) => string): string {
  /** The addresses on lines of their own are playlists where the whole text lists variants. */
  const listsVariants = /^#EXT-X-STREAM-INF:/m.test(text)
  const named = (address: string, kind: Kind): string | undefined => {
    const url = URL.parse(address.trim(), base.href)
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
    url.hash = ''
    return name(url.href, kind)
  }
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      if (line.trim() === '') return [line]
      if (!line.startsWith('#')) return named(line, listsVariants ? 'playlist' : 'media') ?? []
      const [, tag = ''] = /^#(EXT[A-Z0-9-]*)/.exec(line) ?? []
      // A comment is nothing to the player, and may hold anything.
      if (tag === '' || unusedTags.has(tag)) return []
      if (tag === 'EXTINF') return [line.replace(/,.*/, ',')]
      const addresses = new Map(
        [...line.matchAll(uriAttribute)].map(([, , address = '']) => [
          address,
          named(address, playlistTags.has(tag) ? 'playlist' : 'media'),
        ]),
      )
      if ([...addresses.values()].includes(undefined)) return []
      return [
        line.replaceAll(
          uriAttribute,
          (_, before: string, address: string) => `${before}"${addresses.get(address) ?? ''}"`,
        ),
      ]
    })
    .join('\n')
}
