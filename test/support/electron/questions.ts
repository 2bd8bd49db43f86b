// What a test may ask of the process that stands for Electron. Answers are plain data, since they cross to another
// process.
import type * as Electron from 'electron'
import { cancellable, frame } from './parts.ts'
import { told } from './real-page.ts'
import { app, handlers, messageBoxes, powerMonitor, recorded, session } from './stand-in.ts'

const window = (number = 0) => {
  const found = recorded.windows[number]
  if (found === undefined) throw new Error(`Window ${number} was not opened`)
  return found
}

const nobody = undefined as unknown as Electron.WebContents

const senders = {
  own: () => frame({}),
  subframe: () => frame({ parent: {}, frameTreeNodeId: 2 }),
  foreign: () => frame({ origin: 'https://example.com' }),
  opaque: () => frame({ origin: 'null' }),
  stage: () => frame({ frameTreeNodeId: 11 }),
  otherWindow: () => frame({ frameTreeNodeId: 7 }),
  destroyed: () => frame({ isDestroyed: () => true }),
  none: () => null,
}
export type Sender = keyof typeof senders

export const questions = {
  calls: (name: string) => recorded.calls.filter((call) => call.name === name).map(({ args }) => args),
  privileged: () => recorded.privileged,
  windows: () =>
    recorded.windows.map(({ options, urls, shown, focused, inFront, destroyed }) => ({
      options: { ...options, icon: undefined },
      urls,
      shown,
      focused,
      inFront,
      destroyed,
    })),
  menu: () => recorded.menus[0]?.map(({ submenu }) => (Array.isArray(submenu) ? submenu.map(({ role }) => role) : [])),
  trayTip: () => recorded.trays[0]?.tip,
  emitApp: (event: string, ...args: unknown[]) => app.emit(event, cancellable({}), ...args),
  emitWindow: (event: string, number?: number) => window(number).emit(event),
  emitPage: (event: string, ...args: unknown[]) => window().contents.emit(event, ...args),
  /** A person presses the window's button. */
  closeWindow: (number?: number) => window(number).close(),
  /** Whether the window can be closed. */
  closes: () => {
    const event = cancellable({})
    window().emit('close', event)
    return !event.defaultPrevented
  },
  /** Presses a button of the oldest open box. */
  pressButton: (button: number) => messageBoxes.shift()?.(button),
  emitPower: (event: string) => powerMonitor.emit(event),
  sent: (number?: number) =>
    window(number).contents.sent.map(
      ([channel, event, payload]) => [channel, event, JSON.parse(String(payload))] as unknown[],
    ),
  destroy: (number?: number) => window(number).destroy(),
  quit: () => app.quit(),

  fetch: async (url: string, method: string) => {
    if (handlers.protocol === undefined) throw new Error('The scheme is not served')
    const response = await handlers.protocol(new Request(url, { method }))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  },
  navigation: (event: string, url: string, isMainFrame: boolean, number?: number) =>
    window(number).contents.allows(event, { url, isMainFrame }),
  open: (url: string, number?: number) =>
    window(number).contents.openHandler?.({ url } as Electron.HandlerDetails).action,
  webview: () => window().contents.allows('will-attach-webview', { url: '', isMainFrame: true }),
  permission: (permission: string, url: string) => ({
    check: handlers.permissionCheck?.(
      null,
      permission as 'media',
      url,
      {} as Electron.PermissionCheckHandlerHandlerDetails,
    ),
    request: granted((answer) =>
      handlers.permissionRequest?.(nobody, permission as 'media', answer, {
        requestingUrl: url,
      } as Electron.PermissionRequest),
    ),
    device: handlers.device?.({} as Electron.DevicePermissionHandlerHandlerDetails),
  }),
  network: (url: string) => {
    let cancelled: boolean | undefined
    handlers.beforeRequest?.({ url }, ({ cancel }) => (cancelled = cancel))
    return cancelled
  },
  download: (url: string) => {
    const event = cancellable({})
    session.defaultSession.emit('will-download', event, { getURL: () => url })
    return !event.defaultPrevented
  },
  developmentHeaders: () => {
    let headers: Electron.HeadersReceivedResponse['responseHeaders']
    handlers.headersReceived?.(
      { responseHeaders: { 'X-Own': ['kept'] } },
      (answer) => (headers = answer.responseHeaders),
    )
    return headers
  },
  pageEnds: (reason: string) => window().contents.emit('render-process-gone', {}, { reason }),
  served: () => handlers.protocol !== undefined,
  certificate: () =>
    granted((answer) =>
      app.emit('certificate-error', { preventDefault: () => undefined }, {}, 'https://example.com', 'bad', {}, answer),
    ),
  /** As the page asks, in JSON text; `params` that are a text already go as they are. */
  ask: async (sender: Sender, channel: string, method: unknown, params: unknown): Promise<unknown> => {
    const handler = handlers.ipc.get(channel)
    if (handler === undefined) throw new Error(`Nothing handles ${channel}`)
    const text = typeof params === 'string' ? params : JSON.stringify(params)
    return JSON.parse(String(await handler({ senderFrame: senders[sender]() }, method, text)))
  },
  channels: () => [...handlers.ipc.keys()],
  lookFor: (words: readonly string[]) => void Object.assign(told, { texts: 0, found: [], words }),
  told: () => ({ texts: told.texts, found: told.found }),
  crash: () => window().webContents.forcefullyCrashRenderer(),
  /** Where a test joins the browser, and the page of a window there. */
  page: async (number = 0) => ({
    endpoint: process.env.STAND_IN_ENDPOINT ?? '',
    target: (await window(number).contents.real)?.targetId ?? '',
  }),
}

function granted(ask: (answer: (granted: boolean) => void) => void): boolean | undefined {
  let result: boolean | undefined
  ask((value) => (result = value))
  return result
}

export type Questions = typeof questions
export type Question = keyof Questions
