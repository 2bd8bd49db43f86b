// The window's only origin: `app://desk`, or in development the loopback address of the development server.

export const scheme = 'app'
export const deskOrigin = `${scheme}://desk`

export interface Page {
  origin: string
  url: string
  development: boolean
}

/** `developmentUrl` is set by `electron-vite dev`. Throws where it is not a loopback address. */
export function pageFor({ packaged, developmentUrl }: { packaged: boolean; developmentUrl: string | undefined }): Page {
  if (packaged || developmentUrl === undefined || developmentUrl === '') {
    return { origin: deskOrigin, url: `${deskOrigin}/`, development: false }
  }
  const url = new URL(developmentUrl)
  const loopback = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  if (url.protocol !== 'http:' || !loopback) throw new Error('ELECTRON_RENDERER_URL is a loopback http address')
  return { origin: url.origin, url: url.href, development: true }
}

/** Also for `app://desk`, for which `URL.origin` is "null". Undefined where there is none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return undefined
  return origin === 'null' && protocol === `${scheme}:` ? `${protocol}//${host}` : origin
}
