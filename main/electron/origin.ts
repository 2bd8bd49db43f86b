// The one origin that the window shows. `app://desk` in a build; under `npm run dev` the development server's, loopback only,
// and never in a packaged app.

export const scheme = 'app'
export const deskOrigin = `${scheme}://desk`

export interface Page {
  origin: string
  /** Address that the window opens. */
  url: string
  development: boolean
}

/** The page for a start; `developmentUrl` is what `electron-vite dev` sets. Throws where that is not a loopback address. */
export function pageFor({ packaged, developmentUrl }: { packaged: boolean; developmentUrl: string | undefined }): Page {
  if (packaged || developmentUrl === undefined || developmentUrl === '') {
    return { origin: deskOrigin, url: `${deskOrigin}/`, development: false }
  }
  const url = new URL(developmentUrl)
  const loopback = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  if (url.protocol !== 'http:' || !loopback) throw new Error('ELECTRON_RENDERER_URL is a loopback http address')
  return { origin: url.origin, url: url.href, development: true }
}

/** Origin of an address, `app://desk` included, which `URL.origin` leaves as "null"; undefined where it is none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return undefined
  return origin === 'null' && protocol === `${scheme}:` ? `${protocol}//${host}` : origin
}
