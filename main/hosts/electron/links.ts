// `showdesk://` links and profile files from outside: an event on macOS, elsewhere an argument of a start or second start.
import { app, type BrowserWindow } from 'electron'
import type { ShowState } from '#contract/live.ts'
import type { App } from '../../core/types.ts'
import { linkScheme } from '../../bridge/links.ts'
import type { Page } from './origin.ts'

const isLink = (text: string): boolean => text.startsWith(`${linkScheme}:`)

/** As the desk names them when they are exported; Linux may give an address. */
const isProfileFile = (text: string): boolean => /[\\/]showdesk-profile-[^\\/]*\.jsonl$/i.test(text)

const arrivalsIn = (args: readonly string[]): string[] => args.filter((text) => isLink(text) || isProfileFile(text))

/** Registers the scheme. What comes waits until the page of `follow` has loaded; the newest counts. */
export function openLinks({ desk, page, bringUp }: { desk: Promise<App>; page: Page; bringUp: () => void }): {
  follow: (window: BrowserWindow) => void
} {
  // In development the system would start Electron without the script.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  let waiting = arrivalsIn(process.argv).at(-1)
  let followed: BrowserWindow | undefined
  let loaded = false

  function open(arrival: string | undefined): void {
    if (arrival === undefined) return
    waiting = arrival
    if (app.isReady()) bringUp()
    if (loaded) deliver()
  }
  function deliver(): void {
    const arrival = waiting
    waiting = undefined
    if (arrival === undefined) return
    void desk.then((opened) => (isLink(arrival) ? opened.openLink(arrival) : showImport(opened))).catch(() => undefined)
  }
  /** A person chooses the file there and sees what is in it. During a show nothing leads away from it. */
  async function showImport({ bridge }: App): Promise<void> {
    const answer = await bridge.call('show.get', {})
    if (answer.ok && (answer.data as ShowState).show === undefined)
      await followed?.loadURL(`${page.url}#/settings#move`)
  }

  app.on('second-instance', (_, args) => open(arrivalsIn(args).at(-1)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    open(url)
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open(path)
  })

  return {
    follow(window) {
      followed = window
      loaded = false
      window.webContents.on('did-finish-load', () => {
        loaded = true
        deliver()
      })
      window.on('closed', () => (loaded = false))
    },
  }
}
