// Replaces the `electron` module where the shell is tested in plain Node. It remembers what it was given, and tests ask
// for it; anything else throws by name. Its parts are checked against Electron's typings.
import { EventEmitter } from 'node:events'
import { request, type ClientRequest, type RequestOptions } from 'node:http'
import type * as Electron from 'electron'
import type { PageEvents, RealPage, RealPages, Sender, Shell } from './real-page.ts'
import { cancellable, frame } from './parts.ts'
import { strict } from './strict.ts'

export interface Recorded {
  calls: Array<{ name: string; args: unknown[] }>
  windows: BrowserWindow[]
  privileged: Electron.CustomScheme[]
  menus: Electron.MenuItemConstructorOptions[][]
  trays: Tray[]
}

export const recorded: Recorded = { calls: [], windows: [], privileged: [], menus: [], trays: [] }

export function note(name: string, ...args: unknown[]): void {
  recorded.calls.push({ name, args })
}

/** Undefined where windows have no page. */
let realPages: RealPages | undefined

/** Windows that are opened from now on show real pages. */
export function showPages(pages: RealPages): void {
  realPages = pages
}

let ready: () => void = () => undefined
const whenReady = new Promise<void>((resolve) => (ready = resolve))
let isReady = false
const paths = new Map<string, string>()

/** After the entry module has finished. */
export function emitReady(): void {
  isReady = true
  app.emit('ready')
  ready()
}

export const app = strict(
  'app',
  Object.assign(new EventEmitter(), {
    isPackaged: process.env.STAND_IN_PACKAGED === '1',
    isReady: () => isReady,
    whenReady: () => whenReady,
    enableSandbox: () => note('app.enableSandbox', isReady),
    requestSingleInstanceLock: () => process.env.STAND_IN_SECOND !== '1',
    setPath: (name: string, path: string) => void paths.set(name, path),
    getVersion: () => '0.0.0-stand-in',
    getName: () => 'Showdesk',
    getLocale: () => process.env.STAND_IN_LOCALE ?? 'en-GB',
    getPath: (name: string) => paths.get(name) ?? '',
    setAsDefaultProtocolClient: (scheme: string) => {
      note('app.setAsDefaultProtocolClient', scheme)
      return true
    },
    quit: () => {
      note('app.quit')
      quit()
    },
    exit: (code?: number) => {
      note('app.exit', code)
      process.exit(code)
    },
  } satisfies Partial<Electron.App>),
)

function quit(): void {
  const event = cancellable({})
  app.emit('before-quit', event)
  if (!event.defaultPrevented) process.exit(0)
}

interface NavigationEvent {
  url: string
  isMainFrame: boolean
}

export class WebContents extends EventEmitter {
  mainFrame = frame({ frameTreeNodeId: 1 + recorded.windows.length * 10 })
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined
  sent: unknown[][] = []
  /** The page itself, once it is there. */
  real: Promise<RealPage> | undefined

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler
  }
  send(...args: unknown[]): void {
    const [channel, ...values] = args
    if (this.real !== undefined) {
      void this.real.then((page) => page.send(String(channel), values))
      // Once for each event, however many windows there are.
      if (this === recorded.windows[0]?.contents) process.send?.({ event: { channel, args: values } })
      return
    }
    this.sent.push(args)
  }
  reload(): void {
    note('webContents.reload')
    void this.real?.then((page) => page.reload())
  }
  forcefullyCrashRenderer(): void {
    note('webContents.forcefullyCrashRenderer')
    if (this.real !== undefined) return void this.real.then((page) => page.crash())
    this.emit('render-process-gone', {}, { reason: 'killed' })
  }

  /** Whether an event of the `will-...` kind is allowed. */
  allows(event: string, details: NavigationEvent): boolean {
    const navigation = cancellable(details)
    this.emit(event, navigation)
    return !navigation.defaultPrevented
  }
}

export class BrowserWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'isDestroyed' | 'isMinimized'>
{
  options: Electron.BrowserWindowConstructorOptions
  contents = new WebContents()
  webContents = strict('webContents', this.contents)
  urls: string[] = []
  shown = 0
  focused = 0
  destroyed = 0
  inFront = 0

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    app.emit('web-contents-created', {}, this.webContents)
    recorded.windows.push(this)
    const { webPreferences = {}, width = 800, height = 600 } = options
    this.contents.real = realPages?.open({
      ...(webPreferences.preload !== undefined && { preload: webPreferences.preload }),
      size: { width, height },
      frameTreeNodeId: this.contents.mainFrame.frameTreeNodeId,
      events: this.#events(),
    })
    return strict('BrowserWindow', this)
  }
  #events(): PageEvents {
    const { contents } = this
    return {
      mayNavigate: (url, isMainFrame) =>
        contents.allows('will-frame-navigate', { url, isMainFrame }) &&
        (!isMainFrame || contents.allows('will-navigate', { url, isMainFrame })),
      mayOpen: (url) => contents.openHandler?.({ url } as Electron.HandlerDetails).action !== 'deny',
      navigatedWithin: (url, isMainFrame) => contents.emit('did-navigate-in-page', {}, url, isMainFrame),
      gone: (reason) => contents.emit('render-process-gone', {}, { reason }),
      ready: () => this.emit('ready-to-show'),
      preventsUnload: () => void contents.emit('will-prevent-unload', cancellable({})),
      asksToClose: () => this.close(),
      closed: () => this.gone(),
    }
  }
  async loadURL(url: string): Promise<void> {
    this.urls.push(url)
    await (await this.contents.real)?.load(url)
  }
  show(): void {
    this.shown += 1
  }
  showInactive(): void {
    this.shown += 1
    note('window.showInactive')
  }
  moveTop(): void {
    this.inFront += 1
  }
  focus(): void {
    this.focused += 1
  }
  maximize(): void {
    note('window.maximize')
  }
  /** As by its button: the shell may prevent it, and then the page. */
  close(): void {
    const event = cancellable({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    if (this.contents.real === undefined) return this.gone()
    void this.contents.real.then((page) => page.close())
  }
  destroy(): void {
    void this.contents.real?.then((page) => page.destroy())
    this.gone()
  }
  gone(): void {
    if (this.destroyed > 0) return
    this.destroyed += 1
    this.emit('closed')
    // Where windows have no page, a test looks at what is left of them.
    if (this.contents.real !== undefined && recorded.windows.every((one) => one.isDestroyed()))
      app.emit('window-all-closed')
  }
  isDestroyed(): boolean {
    return this.destroyed > 0
  }
  isMinimized(): boolean {
    return false
  }
  isMaximized(): boolean {
    return false
  }
  getBounds(): Electron.Rectangle {
    return this.getNormalBounds()
  }
  getNormalBounds(): Electron.Rectangle {
    return { x: 20, y: 30, width: 1_000, height: 700 }
  }
}

type BeforeRequest = (details: { url: string }, answer: (response: Electron.CallbackResponse) => void) => void
type HeadersReceived = (
  details: { responseHeaders: Record<string, string[]> },
  answer: (response: Electron.HeadersReceivedResponse) => void,
) => void

/** What the shell set on the session. */
export const handlers: {
  protocol?: (request: Request) => Response | Promise<Response>
  permissionCheck?: Parameters<Electron.Session['setPermissionCheckHandler']>[0]
  permissionRequest?: Parameters<Electron.Session['setPermissionRequestHandler']>[0]
  device?: Parameters<Electron.Session['setDevicePermissionHandler']>[0]
  beforeRequest?: BeforeRequest
  headersReceived?: HeadersReceived
  ipc: Map<string, (event: unknown, ...args: unknown[]) => unknown>
} = { ipc: new Map() }

/** What the shell set, as real pages ask it. */
export const shellOfPages: Shell = {
  async serve(request) {
    if (handlers.protocol === undefined) throw new Error('The scheme is not served')
    return handlers.protocol(request)
  },
  mayLoad(url) {
    let isCancelled = false
    handlers.beforeRequest?.({ url }, ({ cancel }) => (isCancelled = cancel === true))
    return !isCancelled
  },
  mayDownload(url) {
    const event = cancellable({})
    defaultSession.emit('will-download', event, { getURL: () => url })
    return !event.defaultPrevented
  },
  mayUse: (permission, url) =>
    handlers.permissionCheck?.(
      null,
      permission as 'media',
      url,
      {} as Electron.PermissionCheckHandlerHandlerDetails,
    ) === true,
  async invoke({ frameTreeNodeId, isMainFrame, origin }: Sender, channel, args) {
    const handler = handlers.ipc.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler({ senderFrame: frame({ frameTreeNodeId, origin, parent: isMainFrame ? null : {} }) }, ...args)
  },
}

const defaultSession = strict(
  'session',
  Object.assign(
    new EventEmitter(),
    {
      setPermissionCheckHandler: (handler) => (handlers.permissionCheck = handler),
      setPermissionRequestHandler: (handler) => (handlers.permissionRequest = handler),
      setDevicePermissionHandler: (handler) => (handlers.device = handler),
    } satisfies Partial<Electron.Session>,
    {
      protocol: strict('session.protocol', {
        handle: (scheme, handler) => {
          note('protocol.handle', scheme)
          handlers.protocol = handler
        },
      } satisfies Partial<Electron.Protocol>),
      webRequest: strict('session.webRequest', {
        onBeforeRequest: (_filter: Electron.WebRequestFilter, handler: BeforeRequest) =>
          (handlers.beforeRequest = handler),
        onHeadersReceived: (_filter: Electron.WebRequestFilter, handler: HeadersReceived) =>
          (handlers.headersReceived = handler),
      }),
    },
  ),
)

export const session = strict('session', {
  defaultSession,
  fromPartition: () =>
    strict('session', {
      closeAllConnections: async () => {
        for (const one of inFlight) one.destroy()
      },
    }),
})

const inFlight = new Set<ClientRequest>()

/** Requests of main: real ones, over Node. */
export const net = strict('net', {
  request(options: RequestOptions) {
    const made = request(options)
    inFlight.add(made)
    return made.once('close', () => inFlight.delete(made))
  },
})

export const autoUpdater = strict('autoUpdater', new EventEmitter())

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes) => {
    note('protocol.registerSchemesAsPrivileged', isReady)
    recorded.privileged.push(...schemes)
  },
} satisfies Partial<Electron.Protocol>)

export const ipcMain = strict('ipcMain', {
  handle: (channel, listener) =>
    void handlers.ipc.set(channel, listener as (event: unknown, ...args: unknown[]) => unknown),
} satisfies Partial<Electron.IpcMain>)

export const shell = strict('shell', {
  openExternal: async (url) => note('shell.openExternal', url),
  openPath: async (path) => {
    note('shell.openPath', path)
    return ''
  },
} satisfies Partial<Electron.Shell>)

/** Boxes that a person has not answered yet. */
export const messageBoxes: Array<(response: number) => void> = []

export const dialog = strict('dialog', {
  showErrorBox: (title, content) => note('dialog.showErrorBox', title, content),
  /** With a window before the options or without. */
  showMessageBox: (...given: unknown[]) => {
    const options = given.at(-1) as Electron.MessageBoxOptions
    note('dialog.showMessageBox', options)
    return new Promise<Electron.MessageBoxReturnValue>((resolve) => {
      const answer = (response: number) => resolve({ response, checkboxChecked: false })
      messageBoxes.push(answer)
      options.signal?.addEventListener('abort', () => answer(options.cancelId ?? 0))
    })
  },
} satisfies Partial<Electron.Dialog>)

const display = {
  id: 5,
  label: 'Desk screen',
  bounds: { x: 0, y: 0, width: 1_920, height: 1_080 },
  size: { width: 1_920, height: 1_080 },
  workArea: { x: 0, y: 0, width: 1_920, height: 1_040 },
}
const second = {
  id: 6,
  label: '',
  bounds: { x: 1_920, y: 0, width: 1_280, height: 720 },
  size: { width: 1_280, height: 720 },
  workArea: { x: 1_920, y: 0, width: 1_280, height: 720 },
}
export const screen = strict('screen', {
  getAllDisplays: () => [display, second],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
})

let blockers = 0
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (kind) => {
    note('powerSaveBlocker.start', kind)
    return ++blockers
  },
  stop: (id) => {
    note('powerSaveBlocker.stop', id)
    return true
  },
} satisfies Partial<Electron.PowerSaveBlocker>)

export const powerMonitor = strict('powerMonitor', new EventEmitter())

const picture = strict('NativeImage', { setTemplateImage: () => undefined } satisfies Partial<Electron.NativeImage>)
export const nativeImage = strict('nativeImage', {
  createFromBitmap: (buffer: Buffer, { width, height }: Electron.CreateFromBitmapOptions) => {
    if (buffer.length !== width * height * 4) throw new Error('A bitmap has four bytes a pixel')
    return picture
  },
})

export class Tray extends EventEmitter {
  tip = ''
  image: unknown
  menu: unknown

  constructor(image: unknown) {
    super()
    this.image = image
    recorded.trays.push(this)
    return strict('Tray', this)
  }
  setToolTip(text: string): void {
    this.tip = text
  }
  setImage(image: unknown): void {
    note('Tray.setImage', image)
    this.image = image
  }
  setContextMenu(menu: unknown): void {
    this.menu = menu
  }
  isDestroyed(): boolean {
    return false
  }
}

export const Menu = strict('Menu', {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
    Object.assign(template, {
      popup: () =>
        note(
          'Menu.popup',
          template.map(({ role, label }) => role ?? label),
        ),
    }),
  setApplicationMenu: (menu: unknown) => void recorded.menus.push(menu as Electron.MenuItemConstructorOptions[]),
})

export const contextBridge = strict('contextBridge', {
  exposeInMainWorld: (key, api) => note('contextBridge.exposeInMainWorld', key, api),
} satisfies Partial<Electron.ContextBridge>)

export const ipcRenderer = strict(
  'ipcRenderer',
  Object.assign(new EventEmitter(), { invoke: async (...args: unknown[]) => args }),
)
