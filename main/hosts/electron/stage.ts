// The second window: the clock for the person in front of the camera. It opens at one address, on a chosen screen.
import { BrowserWindow, powerSaveBlocker, screen, type Display } from 'electron'
import { DeskError } from '#contract/errors.ts'
import type { StageScreen } from '#contract/live.ts'
import type { Log, StageHost } from '../../core/ports.ts'
import { deskIcon } from './icon.ts'
import type { Page } from './origin.ts'
import { reloadAfterCrash, webPreferences } from './window.ts'
import type { Speech } from './words.ts'

const black = '#000000'

interface StageParts {
  page: Page
  preload: string
  log: Log
  speech: Pick<Speech, 'words'>
  main: () => BrowserWindow | undefined
}

export function createStage({ page, preload, log, speech, main }: StageParts) {
  let open: { window: BrowserWindow; screen: number } | undefined
  const address = new URL('#/stage', page.url).href

  const current = (): BrowserWindow | undefined =>
    open === undefined || open.window.isDestroyed() ? undefined : open.window

  function close(): void {
    current()?.destroy()
    open = undefined
  }

  /** The screen of the desk's window. */
  function ownScreen(): Display {
    const window = main()
    return window === undefined || window.isDestroyed()
      ? screen.getPrimaryDisplay()
      : screen.getDisplayMatching(window.getBounds())
  }

  /** Without a choice a screen on which the desk is not. */
  function chosen(id: string | undefined): Display {
    const all = screen.getAllDisplays()
    const found = all.find((display) => String(display.id) === id)
    if (found !== undefined) return found
    if (id !== undefined)
      throw new DeskError('not_found_here', 'There is no such screen.', { facts: { reason: 'screen_gone' } })
    const own = ownScreen()
    return all.find((display) => display.id !== own.id) ?? own
  }

  function openOn({ id, bounds }: Display): void {
    const window = new BrowserWindow({
      ...bounds,
      title: 'Showdesk',
      icon: deskIcon(),
      frame: false,
      fullscreen: true,
      show: false,
      backgroundColor: black,
      autoHideMenuBar: true,
      webPreferences: webPreferences({ page, preload }),
    })
    open = { window, screen: id }
    // The keys stay with the desk, where commands are armed, unless the stage covers it: then Escape has to close it.
    const covers = id === ownScreen().id
    window.once('ready-to-show', () => (covers ? window.show() : window.showInactive()))
    const awake = powerSaveBlocker.start('prevent-display-sleep')
    window.once('closed', () => powerSaveBlocker.stop(awake))
    reloadAfterCrash(window, { log, speech })
    window
      .loadURL(address)
      .catch((error: unknown) => log.write('error', 'The stage did not load.', { reason: String(error) }))
  }

  const host: StageHost = {
    screens() {
      const primary = screen.getPrimaryDisplay().id
      return screen.getAllDisplays().map(({ id, label, size }): StageScreen => ({
        id: String(id),
        label,
        width: size.width,
        height: size.height,
        primary: id === primary,
      }))
    },
    open(id) {
      const window = current()
      if (window !== undefined && (id === undefined || String(open?.screen) === id)) return window.moveTop()
      const display = chosen(id)
      // A full-screen window can't be moved everywhere; a new one opens where it belongs.
      close()
      openOn(display)
    },
  }

  return {
    host,
    window: current,
    /** The stage closes with the desk's window. */
    follow: (window: BrowserWindow): void => void window.once('closed', close),
  }
}
