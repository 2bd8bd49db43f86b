// The documentation in a window of its own: pages below `help/` of the desk's own origin, without the bridge.
import { BrowserWindow } from 'electron'
import type { Log } from '../../core/ports.ts'
import { deskIcon } from './icon.ts'
import type { Page } from './origin.ts'
import { webPreferences } from './window.ts'

export type HelpPage = 'index' | 'first-show' | 'troubleshooting' | 'show' | 'control-api'

/** `folder` is that of the language. One window shows every page. */
export function createHelp({ page, log, folder }: { page: Page; log: Log; folder: () => string }) {
  let window: BrowserWindow | undefined
  return {
    open(name: HelpPage): void {
      if (window === undefined || window.isDestroyed()) {
        window = new BrowserWindow({
          width: 1_000,
          height: 760,
          minWidth: 360,
          minHeight: 400,
          title: 'Showdesk',
          icon: deskIcon(),
          autoHideMenuBar: true,
          webPreferences: webPreferences({ page }),
        })
      }
      window
        .loadURL(`${page.url}help/${folder()}${name}.html`)
        .catch((error: unknown) => log.write('error', 'A page of the help did not load.', { reason: String(error) }))
      window.show()
      window.focus()
    },
    close(): void {
      if (window !== undefined && !window.isDestroyed()) window.destroy()
      window = undefined
    },
  }
}
