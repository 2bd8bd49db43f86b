// `showdesk://` links: an event on macOS, elsewhere an argument of a start or second start.
import { app, type BrowserWindow } from 'electron'
import type { App } from '../types.ts'
import { linkScheme } from '../desk/links.ts'

const linksIn = (args: readonly string[]): string[] => args.filter((text) => text.startsWith(`${linkScheme}:`))

/** Registers the scheme. A link waits until the page of `follow` has loaded; the newest one counts. */
export function openLinks({ desk, bringUp }: { desk: Promise<App>; bringUp: () => void }): {
  follow: (window: BrowserWindow) => void
} {
  // In development the system would start Electron without the script.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  let waiting = linksIn(process.argv).at(-1)
  let loaded = false

  function open(link: string | undefined): void {
    if (link === undefined) return
    waiting = link
    if (app.isReady()) bringUp()
    if (loaded) deliver()
  }
  function deliver(): void {
    const link = waiting
    waiting = undefined
    if (link !== undefined) void desk.then((opened) => opened.openLink(link)).catch(() => undefined)
  }

  app.on('second-instance', (_, args) => open(linksIn(args).at(-1)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    open(url)
  })

  return {
    follow(window) {
      loaded = false
      window.webContents.on('did-finish-load', () => {
        loaded = true
        deliver()
      })
      window.on('closed', () => (loaded = false))
    },
  }
}
