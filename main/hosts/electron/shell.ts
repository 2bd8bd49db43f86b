import { app, dialog, session, type BrowserWindow } from 'electron'
import { DeskError } from '#contract/errors.ts'
import type { Settings } from '#contract/settings.ts'
import type { App, Bridge } from '../../core/types.ts'
import { createDoor } from '../loopback/door.ts'
import { systemClock, type Log, type StageHost, type Updater } from '../../core/ports.ts'
import { createUncaught } from '../uncaught.ts'
import { createManifest } from '../web/manifest.ts'
import { openExternal } from './external.ts'
import { guardApp, guardSession } from './guards.ts'
import { createHelp } from './help.ts'
import { bindIpc } from './ipc.ts'
import { closeWindows } from './leave.ts'
import { openLinks } from './links.ts'
import { setMenu } from './menu.ts'
import { pageFor } from './origin.ts'
import { applyDevelopmentPolicy, registerScheme, serveScheme } from './protocol.ts'
import { closeOnQuit, dropOnAbsence } from './quit.ts'
import { forgetRoute } from './route.ts'
import { watchShow } from './show.ts'
import { createStage } from './stage.ts'
import { openTray } from './tray.ts'
import { createUpdater } from './updates.ts'
import { focusWindow, openWindow } from './window.ts'
import { createSpeech, type Speech } from './words.ts'

export interface ShellOptions {
  profile: string
  files: { renderer: string; preload: string }
  log: Log
  /** Where this build looks for new versions; empty where it does not. */
  feed: string
  openDesk: (host: { stage: StageHost; bringUp: () => void; updater?: Updater }) => Promise<App>
}

/** Returns at once; everything else follows Electron's events. */
export function runShell({ profile, files, log, feed, openDesk }: ShellOptions): void {
  const page = pageFor({ packaged: app.isPackaged, developmentUrl: process.env.ELECTRON_RENDERER_URL })
  registerScheme()
  app.enableSandbox()
  if (!app.requestSingleInstanceLock()) {
    log.write('info', 'Showdesk is already open on this profile; its window comes to the front.')
    app.quit()
    return
  }

  const guards = { page, log, openExternal }
  guardApp(guards)
  let window: BrowserWindow | undefined
  const speech = createSpeech(() => app.getLocale())
  const help = createHelp({ page, log, folder: speech.folder })
  const stage = createStage({ page, preload: files.preload, log, speech, main: () => window })
  const desk = app.whenReady().then(async () => {
    const updater = await createUpdater({ feed, log, close: (then) => closing.quitAnd(then) })
    return openDesk({ stage: stage.host, bringUp, ...(updater !== undefined && { updater }) })
  })
  const show = watchShow(desk, speech)
  const openWhereGone = () => {
    if (window !== undefined && !window.isDestroyed()) return window
    window = openWindow({ page, preload: files.preload, profile, log, speech })
    window.once('closed', () => help.close())
    show.guard(window)
    stage.follow(window)
    links.follow(window)
    return window
  }
  const bringUp = () => focusWindow(openWhereGone())

  const windows = () =>
    [window, stage.window()].filter((one): one is BrowserWindow => one !== undefined && !one.isDestroyed())

  bindIpc({
    bridge: desk.then(({ bridge }) => bridge),
    windows,
    origin: page.origin,
  })
  const closing = closeOnQuit({
    desk,
    log,
    async mayLeave() {
      if (!(await show.mayLeave())) return false
      show.closeFreely(true)
      const left = await closeWindows(windows())
      show.closeFreely(left)
      if (!left) log.write('warn', 'The desk stays open: a page could not save what was typed.')
      return left
    },
    last: () => {
      if (!show.isOn()) forgetRoute(profile)
    },
  })
  app.on('second-instance', () => {
    if (app.isReady()) bringUp()
  })
  // What the loopback host sends to the desk that has the profile already.
  if (process.platform !== 'win32')
    process.on('SIGUSR2', () => {
      if (app.isReady()) bringUp()
    })
  const links = openLinks({ desk, page, bringUp })

  app
    .whenReady()
    .then(async () => {
      const { defaultSession } = session
      guardSession(defaultSession, guards)
      if (page.development) applyDevelopmentPolicy(defaultSession, page)
      else serveScheme(defaultSession, createManifest(files.renderer), async (request) => (await desk).monitor(request))
      speech.follow(() =>
        setMenu({ development: page.development, words: speech.words(), openHelp: (name) => help.open(name) }),
      )
      openWhereGone()
      app.on('activate', bringUp)
      const opened = await desk
      dropOnAbsence(opened)
      createUncaught({
        app: opened,
        clock: systemClock,
        log,
        end() {
          const { title, message } = speech.words().failing
          dialog.showErrorBox(title, message)
          app.quit()
        },
      }).watch(process)
      const { bridge, access } = opened
      void access.begin(createDoor({ bridge, access, manifest: () => createManifest(files.renderer), log }))
      followLanguage(bridge, speech)
      openTray({ bridge, speech, show: bringUp, stage: () => stage.host.open(undefined), log })
    })
    .catch((error: unknown) => fail(error, log))
}

/** Menus and boxes speak the language of the page. */
function followLanguage(bridge: Bridge, speech: Speech): void {
  const know = ({ language }: Settings) => speech.choose(language)
  bridge.subscribe((event, payload) => {
    if (event === 'settings.changed') know(payload as Settings)
  })
  void bridge.call('settings.get', {}).then((answer) => answer.ok && know(answer.data as Settings))
}

function fail(error: unknown, log: Log): void {
  log.write('error', 'The desk could not be opened.', {
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  const known = error instanceof DeskError
  dialog.showErrorBox(
    'Showdesk could not be opened',
    known ? error.message : 'The desk met a fault of its own. The log says more.',
  )
  app.exit(1)
}
