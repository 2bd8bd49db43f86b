// The desk's window. Its page is sandboxed, gets only the preload's two functions, and is shown once it is drawn.
import { BrowserWindow, app, dialog, screen, type WebPreferences } from 'electron'
import type { Log } from '../../core/ports.ts'
import { readPlacement, smallest, writePlacement } from './bounds.ts'
import { openContextMenu } from './context-menu.ts'
import { deskIcon } from './icon.ts'
import type { Page } from './origin.ts'
import { followRoute, readRoute } from './route.ts'
import type { Speech, Words } from './words.ts'

/** A page that ends `crashLimit` times within this time is not loaded again by itself. */
const crashWindowMs = 60_000
const crashLimit = 3
/** The dark theme's background, so that nothing flashes at the start. */
const background = '#0c0c0c'

export interface WindowOptions {
  page: Page
  preload: string
  profile: string
  log: Log
  speech: Pick<Speech, 'words'>
}

/** Every switch is set, defaults included, so that a changed default changes nothing. Without a preload there is no bridge. */
export function webPreferences({ page, preload }: { page: Page; preload?: string }): WebPreferences {
  return {
    ...(preload !== undefined && { preload }),
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
    // Only macOS brings a checker of its own; elsewhere dictionaries would be fetched from the network.
    spellcheck: process.platform === 'darwin',
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
  reloadAfterCrash(window, options)
  askWhenStuck(window, options)
  followRoute(window, options)
  openContextMenu(window, options.speech)
  window
    .loadURL(`${page.url}${readRoute(profile)}`)
    .catch((error: unknown) => log.write('error', 'The page did not load.', { reason: String(error) }))
  return window
}

function rememberPlace(window: BrowserWindow, { profile, log }: Pick<WindowOptions, 'profile' | 'log'>): void {
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

/** At the third end within a minute the person decides, in a box that needs no page. */
export function reloadAfterCrash(window: BrowserWindow, { log, speech }: Pick<WindowOptions, 'log' | 'speech'>): void {
  let ends: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return
    log.write('error', 'The page ended unexpectedly.', { reason })
    const now = performance.now()
    ends = [...ends.filter((end) => now - end < crashWindowMs), now]
    if (ends.length < crashLimit) return window.webContents.reload()
    ends = []
    void askAfterCrashes(speech.words()).then((again) => {
      if (!again) app.quit()
      else if (!window.isDestroyed()) window.webContents.reload()
    })
  })
}

async function askAfterCrashes({ crashed }: Words): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    ...crashed,
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 0
}

/** Once at a time; the question goes when the page answers again. */
export function askWhenStuck(window: BrowserWindow, { log, speech }: Pick<WindowOptions, 'log' | 'speech'>): void {
  let asking: AbortController | undefined
  window.on('unresponsive', () => {
    if (asking !== undefined) return
    log.write('warn', 'The page does not answer.')
    const abort = new AbortController()
    asking = abort
    void dialog
      .showMessageBox(window, {
        type: 'question',
        ...speech.words().stuck,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: abort.signal,
      })
      .then(({ response }) => {
        if (asking !== abort) return
        asking = undefined
        // A page that hangs ends by force, and comes back as after a crash.
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
      })
  })
  window.on('responsive', () => {
    asking?.abort()
    asking = undefined
  })
}
