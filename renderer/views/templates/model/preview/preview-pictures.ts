// The remote pictures of a message, whose addresses `withoutRemote` has moved out of reach.
const blocked = / data-blocked-(src|background)="([^"]*)"/g
/** Of a start tag as `withoutRemote` writes it: values hold no angle bracket. */
const tags = /<(?:img|table|td|th|tr|tbody|body)(?=[\s])[^<>]*>/gi
const longest = 4096
const decoded: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

export interface RemotePictures {
  /** Over https, each once, in their order. */
  urls: string[]
  /** How many have another address, which is never loaded. */
  others: number
  /** Those addresses as they are written; a file can stand in for them. */
  otherAddresses?: string[]
}

const textOf = (written: string): string =>
  written.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => decoded[name] ?? whole).trim()

const addressOf = (written: string): URL | undefined => {
  const text = textOf(written)
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text)
  return url?.protocol === 'https:' && url.href.length <= longest ? url : undefined
}

/** Which pictures the rendered HTML would load. */
export function remotePictures(html: string): RemotePictures {
  const urls = new Set<string>()
  const others = new Set<string>()
  for (const [tag] of html.matchAll(tags))
    for (const [, , written = ''] of tag.matchAll(blocked)) {
      const url = addressOf(written)
      if (url === undefined) others.add(textOf(written))
      else urls.add(url.href)
    }
  return { urls: [...urls], others: others.size, otherAddresses: [...others] }
}

/** The hosts of the addresses, each once and in order. */
export const hostsOf = (urls: readonly string[]): string[] => [...new Set(urls.map((url) => new URL(url).host))].sort()

/** The same HTML with the pictures that are there, by their address; only data URLs of pictures are put in. */
export function withPictures(html: string, pictures: ReadonlyMap<string, string>): string {
  if (pictures.size === 0) return html
  return html.replace(tags, (tag) =>
    tag.replace(blocked, (whole, name: string, written: string) => {
      const data = pictures.get(addressOf(written)?.href ?? textOf(written))
      return data !== undefined && /^data:image\/[a-z]+;base64,[\w+/=]*$/.test(data) ? ` ${name}="${data}"` : whole
    }),
  )
}
