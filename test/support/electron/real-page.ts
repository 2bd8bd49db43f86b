// A page of Chromium as Electron's `webContents` has it: its preload in a world of its own, every request through the
// desk's guards, `app://desk` from the desk's own protocol handler.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { startChromium, type Chromium } from './chromium.ts'
import { binding, decode, encode, isolatedWorld, scripts } from './worlds.ts'

/** Chromium knows no scheme `app`, so its pages stand under this origin; everything that the shell sees is translated. */
const host = 'desk.localhost'
const pageOrigin = `http://${host}`
const deskOrigin = 'app://desk'
const toPage = (url: string): string => (url.startsWith(deskOrigin) ? pageOrigin + url.slice(deskOrigin.length) : url)
const toDesk = (url: string): string =>
  url.startsWith(`${pageOrigin}/`) || url === pageOrigin ? deskOrigin + url.slice(pageOrigin.length) : url
const toDeskText = (url: string): string => url.replace(pageOrigin, deskOrigin)

/** Characters of one delivery: more at once would keep the page's thread busy with the driver's protocol. */
const pieceLength = 262_144

/** A message to a page, and the long texts beside it. */
interface Encoded {
  message: string
  texts: string[]
}
function encoded(value: object): Encoded {
  const texts: string[] = []
  return { message: encode(value, texts), texts }
}

export interface Sender {
  frameTreeNodeId: number
  isMainFrame: boolean
  origin: string
}

/** What the shell says of requests and pages. */
export interface Shell {
  serve(request: Request): Promise<Response>
  /** Whether the network may be asked. */
  mayLoad(url: string): boolean
  mayDownload(url: string): boolean
  mayUse(permission: string, url: string): boolean
  invoke(sender: Sender, channel: string, args: unknown[]): Promise<unknown>
}

export interface PageEvents {
  /** Whether a navigation that the page began is allowed. */
  mayNavigate(url: string, isMainFrame: boolean): boolean
  /** Whether a window that the page opens is allowed. */
  mayOpen(url: string): boolean
  navigatedWithin(url: string, isMainFrame: boolean): void
  gone(reason: string): void
  ready(): void
  /** The page was asked whether it may go, and stays. */
  preventsUnload(): void
  /** The page closes its own window. */
  asksToClose(): void
  closed(): void
}

export interface RealPage {
  targetId: string
  load(url: string): Promise<void>
  reload(): void
  send(channel: string, args: unknown[]): void
  crash(): void
  /** Asks the page first, as where a person closes the window. */
  close(): void
  destroy(): void
}

/** Texts that pages were told, and where they hold a word that is looked for. */
export const told = { texts: 0, found: [] as string[], words: [] as readonly string[] }

export interface RealPages {
  /** Where a test joins. */
  endpoint: string
  open(options: {
    preload?: string
    size: { width: number; height: number }
    /** Of its main frame. */
    frameTreeNodeId: number
    events: PageEvents
  }): Promise<RealPage>
}

/** Permissions as Electron and as the DevTools protocol name them. */
const permissions = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['midi', 'midi'],
  ['media', 'camera'],
  ['media', 'microphone'],
] as const

export async function openRealPages(options: {
  executable: string
  userData: string
  shell: Shell
}): Promise<RealPages> {
  const { shell } = options
  const address = await serveDesk(shell)
  const chromium = await startChromium({
    executable: options.executable,
    profile: join(options.userData, 'browser'),
    hosts: { [host]: address },
  })
  await chromium.browser.send('Target.setDiscoverTargets', { discover: true })
  guardDownloads(chromium, shell)
  return {
    endpoint: chromium.endpoint,
    async open(page) {
      await applyPermissions(chromium, shell)
      return openPage(chromium, shell, page)
    },
  }
}

/** As the shell answers for the desk's origin, once it has its guards. */
async function applyPermissions({ browser }: Chromium, shell: Shell): Promise<void> {
  for (const [name, shown] of permissions)
    await browser.send('Browser.setPermission', {
      permission: { name: shown },
      setting: shell.mayUse(name, `${deskOrigin}/`) ? 'granted' : 'denied',
      origin: pageOrigin,
    })
}

/** A server of loopback that hands each request to the desk's protocol handler; answers its address. */
async function serveDesk(shell: Shell): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await shell.serve(
        new Request(`${deskOrigin}${request.url ?? '/'}`, { method: request.method ?? 'GET' }),
      )
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function guardDownloads({ browser }: Chromium, shell: Shell): void {
  browser.on('Browser.downloadWillBegin', ({ guid, url }: { guid: string; url: string }) => {
    if (!shell.mayDownload(toDeskText(url)))
      void browser.send('Browser.cancelDownload', { guid }).catch(() => undefined)
  })
}

interface Paused {
  requestId: string
  request: { url: string }
  resourceType: string
  frameId: string
}

async function openPage(
  chromium: Chromium,
  shell: Shell,
  { preload, size, frameTreeNodeId, events }: Parameters<RealPages['open']>[0],
): Promise<RealPage> {
  const { browser } = chromium
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...size,
  })
  const session = await chromium.attach(targetId)
  const { frameTree } = await session.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
  const mainFrame = frameTree.frame.id
  /** Loaded by the shell itself, which asks no guard. */
  let own = 0
  let isolated: number | undefined
  const early: Encoded[] = []
  let passing = Promise.resolve()
  let isClosed = false

  function pass({ message, texts }: Encoded): void {
    told.texts += 1
    told.found.push(...told.words.filter((word) => [message, ...texts].some((text) => text.includes(word))))
    if (isolated === undefined) return void early.push({ message, texts })
    const world = isolated
    const deliver = (text: string, piece: number | null): Promise<unknown> =>
      session
        .send('Runtime.callFunctionOn', {
          functionDeclaration: '(text, piece) => globalThis.__fromMain(text, piece)',
          executionContextId: world,
          arguments: [{ value: text }, { value: piece }],
        })
        // The page went on to another document.
        .catch(() => undefined)
    // One piece after the other: in a row they would leave the page no time for its frames.
    passing = passing.then(async () => {
      for (const [piece, text] of texts.entries())
        for (let from = 0; from < text.length; from += pieceLength)
          await deliver(text.slice(from, from + pieceLength), piece)
      void deliver(message, null)
    })
  }

  session.on(
    'Runtime.executionContextCreated',
    ({ context }: { context: { id: number; name: string; auxData: { frameId: string } } }) => {
      if (context.name !== isolatedWorld || context.auxData.frameId !== mainFrame) return
      isolated = context.id
      passing = Promise.resolve()
      for (const one of early.splice(0)) pass(one)
    },
  )
  session.on('Runtime.executionContextsCleared', () => (isolated = undefined))
  session.on(
    'Runtime.bindingCalled',
    ({ payload, executionContextId }: { payload: string; executionContextId: number }) => {
      const asked = decode(payload) as { id: number; channel: string; args: unknown[] } | 'close'
      if (asked === 'close') return events.asksToClose()
      const { id, channel, args } = asked
      const sender = { frameTreeNodeId, isMainFrame: executionContextId === isolated, origin: deskOrigin }
      void shell
        .invoke(sender, channel, args)
        .then((value) => encoded({ id, value: deserialize(serialize(value)) as unknown }))
        .catch((error: unknown) =>
          encoded({ id, error: `Error invoking remote method '${channel}': ${String(error)}` }),
        )
        .then(pass)
    },
  )
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId }: Paused) => {
    const url = toDesk(request.url)
    const isMainFrame = frameId === mainFrame
    const isDocument = resourceType === 'Document'
    const byShell = isDocument && isMainFrame && own > 0
    if (byShell) own -= 1
    // A navigation is asked for before its request.
    const allowed = (!isDocument || byShell || events.mayNavigate(url, isMainFrame)) && shell.mayLoad(url)
    void (
      allowed
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: isDocument ? 'Aborted' : 'BlockedByClient' })
    ).catch(() => undefined)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) =>
    events.navigatedWithin(toDesk(url), frameId === mainFrame),
  )
  session.on('Page.loadEventFired', () => events.ready())
  // Electron asks nobody: a page that wants to stay stays.
  session.on('Page.javascriptDialogOpening', ({ type }: { type: string }) => {
    if (type !== 'beforeunload') return
    events.preventsUnload()
    void session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
  })
  session.on('Inspector.targetCrashed', () => events.gone('crashed'))
  let mayOpen = false
  session.on('Page.windowOpen', ({ url }: { url: string }) => (mayOpen = events.mayOpen(toDesk(url))))
  // A window that the page opened stands still until it is let go, so that a denied one asks for nothing.
  session.on('Target.attachedToTarget', ({ targetInfo }: { targetInfo: { targetId: string } }) => {
    if (mayOpen) throw new Error('The stand-in opens no window for a page')
    void browser.send('Target.closeTarget', { targetId: targetInfo.targetId })
  })
  browser.on('Target.targetDestroyed', ({ targetId: gone }: { targetId: string }) => {
    if (gone !== targetId || isClosed) return
    isClosed = true
    events.closed()
  })

  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
  for (const domain of ['Page', 'Runtime', 'Inspector']) await session.send(`${domain}.enable`)
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  if (preload !== undefined) {
    const { page, isolated: source } = scripts(readFileSync(preload, 'utf8'), randomUUID())
    await session.send('Runtime.addBinding', { name: binding, executionContextName: isolatedWorld })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: page })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: isolatedWorld })
  }

  return {
    targetId,
    async load(url) {
      own += 1
      const { errorText, loaderId } = await session.send<{ errorText?: string; loaderId?: string }>('Page.navigate', {
        url: toPage(url),
      })
      // Another fragment of the same document is no request.
      if (loaderId === undefined) own -= 1
      if (errorText !== undefined && errorText !== '') throw new Error(`${errorText} loading ${url}`)
    },
    reload() {
      own += 1
      void session.send('Page.reload')
    },
    send: (channel, args) => pass(encoded({ channel, args })),
    crash: () => void session.send('Page.crash').catch(() => undefined),
    close: () => void session.send('Page.close').catch(() => undefined),
    destroy() {
      isClosed = true
      void browser.send('Target.closeTarget', { targetId }).catch(() => undefined)
    },
  }
}
