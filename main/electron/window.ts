// The desk's window. Its page is sandboxed, gets only the preload's two functions, and is shown once it is drawn.
import { BrowserWindow, dialog, screen, type WebPreferences } from 'electron'
import type { Log } from '../ports.ts'
import { readPlacement, smallest, writePlacement } from './bounds.ts'
import { deskIcon } from './icon.ts'
import type { Page } from './origin.ts'

/** A page that crashes twice within this time is not loaded again. */
const crashWindowMs = 10_000
/** The dark theme's background, so that nothing flashes at the start. */
const background = '#0c0c0c'

export interface WindowOptions {
  page: Page
  preload: string
  profile: string
  log: Log
}

/** Every switch is set, defaults included, so that a changed default changes nothing. */
export function webPreferences({ page, preload }: Pick<WindowOptions, 'page' | 'preload'>): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // It would fetch dictionaries from the network.
    spellcheck: false,
    devTools: page.development,
  }
}

export function openWindow(options: WindowOptions): BrowserWindow {
  const { page, profile, log } = options
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
  const place = readPlacement(
    profile,
    displays.map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Showdesk',
    icon: deskIcon(),
    show: false,
    backgroundColor: background,
    autoHideMenuBar: true,
    webPreferences: webPreferences(options),
  })

  window.once('ready-to-show', () => {
    if (place.maximized) window.maximize()
    window.show()
  })
  window.on('close', () => rememberPlace(window, options))
  reloadAfterCrash(window, log)
  window
    .loadURL(page.url)
    .catch((error: unknown) => log.write('error', 'The page did not load.', { reason: String(error) }))
  return window
}

export function rememberPlace(window: BrowserWindow, { profile, log }: Pick<WindowOptions, 'profile' | 'log'>): void {
  try {
    writePlacement(profile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  } catch (error) {
    log.write('warn', "The window's place was not kept.", { reason: String(error) })
  }
}

export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Once; after a second crash soon after, the person decides. */
export function reloadAfterCrash(window: BrowserWindow, log: Log): void {
  let last = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return
    log.write('error', 'The page ended unexpectedly.', { reason })
    const again = performance.now() - last < crashWindowMs
    last = performance.now()
    if (!again) return window.webContents.reload()
    dialog.showErrorBox(
      'The desk keeps ending',
      'The page ended twice within ten seconds. Nothing is lost: close Showdesk and start it again.',
    )
  })
}
