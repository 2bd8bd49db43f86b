// The built main bundle on the stand-in: what Electron is told at a start, and what the page is let do.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestChannel } from '../../../../preload/contract/channels.ts'
import { contentSecurityPolicy } from '../../../../main/hosts/web/policy.ts'
import { startShell, type Shell } from '../../../support/electron/shell.ts'

const out = resolve(import.meta.dirname, '../../../../out')
let desk: Shell

beforeAll(async () => {
  desk = await startShell()
})
afterAll(() => desk.dispose())

describe('a start', () => {
  // Catches a window whose page is not sandboxed and isolated, or shows before it is drawn.
  it('opens one hidden, sandboxed window on the page', async () => {
    const windows = await desk.ask('windows')
    expect(windows).toHaveLength(1)
    expect(windows[0]).toMatchObject({
      urls: ['app://desk/'],
      shown: 0,
      options: {
        width: 1_440,
        height: 900,
        minWidth: 360,
        minHeight: 480,
        show: false,
        backgroundColor: expect.stringMatching(/^#0/) as string,
      },
    })
    expect(windows[0]?.options.webPreferences).toEqual({
      preload: join(out, 'preload', 'index.cjs'),
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
      spellcheck: process.platform === 'darwin',
      devTools: false,
    })
  })

  // Catches a window that never shows.
  it('shows the window once it is drawn', async () => {
    await desk.ask('emitWindow', 'ready-to-show')
    expect((await desk.ask('windows'))[0]?.shown).toBe(1)
  })

  // Catches privileges that come too late to count, or one more than the page needs, such as being read by other origins.
  it('registers the scheme before ready, with the least privileges', async () => {
    expect(await desk.ask('calls', 'protocol.registerSchemesAsPrivileged')).toEqual([[false]])
    expect(await desk.ask('calls', 'app.enableSandbox')).toEqual([[false]])
    expect(await desk.ask('privileged')).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ])
  })

  // Catches a reload in the middle of a show.
  it('has a menu without reload', async () => {
    const roles = (await desk.ask('menu'))?.flat()
    expect(roles).toContain('copy')
    expect(roles).not.toContain('reload')
    expect(roles).not.toContain('toggleDevTools')
  })
})

describe('the menu of the other button', () => {
  // Catches a window in which the mouse can neither copy nor paste.
  it('opens where there is something to do', async () => {
    const editFlags = { canUndo: false, canCopy: true, canPaste: true, canSelectAll: true }
    for (const isEditable of [true, false])
      await desk.ask(
        'emitPage',
        'context-menu',
        {},
        { isEditable, selectionText: '', editFlags, dictionarySuggestions: [] },
      )
    const opened = await desk.ask('calls', 'Menu.popup')
    expect(opened).toEqual([[expect.arrayContaining(['copy', 'paste'])]])
  })
})

describe('the page', () => {
  const fetch = (path: string, method = 'GET') => desk.ask('fetch', new URL(path, 'app://desk/').href, method)

  // Catches a page that is not the built one, or comes without its policy, or needs an inline script that the policy blocks.
  it('is the built index.html under the policy', async () => {
    const { status, headers, body } = await fetch('/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(contentSecurityPolicy({ connect: [] }))
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).toBe(readFileSync(join(out, 'renderer/index.html'), 'utf8'))
    for (const [, attributes] of body.matchAll(/<script([^>]*)>/g)) expect(attributes).toContain('src=')
  })

  // Catches an asset that the page asks for and does not get, or gets with a type that a browser refuses.
  it('gets every asset that it names', async () => {
    const { body } = await fetch('/')
    const named = [...body.matchAll(/(?:src|href)="(\.?\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(0)
    for (const path of named) {
      const { status, headers } = await fetch(path)
      expect(status, path).toBe(200)
      if (path.endsWith('.js')) expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    }
  })

  // Catches any way to a file beside the built page.
  it.each([
    '/nothing.js',
    '/../main/index.js',
    '/..%2fmain/index.js',
    '/%2e%2e/main/index.js',
    '/assets/',
    '//desk/index.html',
  ])('gets no %s', async (path) => {
    const { status } = await desk.ask('fetch', `app://desk${path}`, 'GET')
    expect(status).toBe(404)
  })

  // Catches a scheme that takes anything but reads.
  it('can only read', async () => {
    expect((await fetch('/', 'POST')).status).toBe(405)
    expect(await fetch('/', 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
})

describe('the guards', () => {
  // Catches a link or a redirect that takes the window, and the bridge with it, to another origin.
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    'keep the window on its origin: %s',
    async (event) => {
      const allowed = (url: string) => desk.ask('navigation', event, url, true)
      expect(await allowed('app://desk/#/publishing')).toBe(true)
      for (const url of [
        'https://example.com/',
        'app://desk.example/',
        'file:///etc/passwd',
        'data:text/html,x',
        'javascript:0',
      ]) {
        expect(await allowed(url), url).toBe(false)
      }
    },
  )

  // Catches a frame that loads a page; previews are written into the frame and load nothing.
  it('let frames hold previews and nothing else', async () => {
    expect(await desk.ask('navigation', 'will-frame-navigate', 'about:srcdoc', false)).toBe(true)
    for (const url of ['app://desk/', 'https://example.com/'])
      expect(await desk.ask('navigation', 'will-frame-navigate', url, false)).toBe(false)
  })

  // Catches a second window, and an address that goes to the system without its check.
  it('open no window, and only https outside', async () => {
    for (const url of [
      'https://example.com/a',
      'http://example.com/',
      'file:///etc/passwd',
      'https://user@example.com/',
    ]) {
      expect(await desk.ask('open', url)).toBe('deny')
    }
    expect(await desk.ask('calls', 'shell.openExternal')).toEqual([['https://example.com/a']])
    expect(await desk.ask('webview')).toBe(false)
  })

  // Catches a permission that is granted by default, or to another origin.
  it('deny permissions', async () => {
    const denied = { check: false, request: false, device: false }
    for (const permission of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem']) {
      expect(await desk.ask('permission', permission, 'app://desk/'), permission).toEqual(denied)
    }
    for (const permission of ['clipboard-sanitized-write', 'notifications']) {
      const granted = { check: true, request: true, device: false }
      expect(await desk.ask('permission', permission, 'app://desk/'), permission).toEqual(granted)
      expect(await desk.ask('permission', permission, 'https://example.com/'), permission).toEqual(denied)
    }
  })

  // Catches a page that reaches the network, and a certificate that is accepted by hand.
  it('cut the page off from the network', async () => {
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:9/',
      'ws://127.0.0.1:9/',
      'file:///etc/passwd',
      'devtools://devtools/',
    ]) {
      expect(await desk.ask('network', url), url).toBe(true)
    }
    for (const url of ['app://desk/assets/a.js', 'blob:app://desk/1', 'data:image/png,x'])
      expect(await desk.ask('network', url), url).toBe(false)
    expect(await desk.ask('certificate')).toBe(false)
  })

  // Catches a file that is fetched from elsewhere and lands on the disk.
  it('let only what the page made itself be saved', async () => {
    expect(await desk.ask('download', 'blob:app://desk/7b1c')).toBe(true)
    for (const url of ['https://example.com/a.zip', 'blob:https://example.com/7b1c', 'data:text/html,x'])
      expect(await desk.ask('download', url), url).toBe(false)
  })
})

describe('the bridge', () => {
  // Catches a desk that does not answer its own page.
  it('answers the main frame from the real backend', async () => {
    expect(await desk.ask('ask', 'own', requestChannel, 'desk.info', {})).toMatchObject({
      ok: true,
      data: { host: 'electron', profile: desk.profile, environment: 'rehearsal', version: '0.0.0-stand-in' },
    })
  })

  // Catches a door left open to anything but the desk's own main frame.
  it.each(['subframe', 'foreign', 'opaque', 'otherWindow', 'destroyed', 'none'] as const)(
    'refuses a sender that is %s',
    async (sender) => {
      expect(await desk.ask('ask', sender, requestChannel, 'desk.info', {})).toMatchObject({
        ok: false,
        error: { code: 'forbidden' },
      })
    },
  )

  // Catches a bad call that throws across the boundary instead of answering.
  it('answers nonsense with an error', async () => {
    expect(await desk.ask('ask', 'own', requestChannel, 'constructor', {})).toMatchObject({
      ok: false,
      error: { code: 'unknown_method' },
    })
    expect(await desk.ask('ask', 'own', requestChannel, { method: 'desk.info' }, {})).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
    for (const text of ['', '{', 'undefined'])
      expect(await desk.ask('ask', 'own', requestChannel, 'desk.info', text)).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', facts: { reason: 'request_malformed' } },
      })
    expect(await desk.ask('ask', 'own', requestChannel, 'ledger.get', {})).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
  })

  // Catches a second channel beside the one that is checked.
  it('has one channel in', async () => {
    expect(await desk.ask('channels')).toEqual([requestChannel])
  })

  // Catches events that do not reach the window.
  it('sends events to the window', async () => {
    await desk.ask('ask', 'own', requestChannel, 'rehearsal.setFault', {
      fault: { kind: 'latency', delayMs: 1 },
      on: true,
    })
    expect(await desk.ask('sent')).toContainEqual([
      'showdesk:event',
      'rehearsal.changed',
      expect.objectContaining({ running: true }),
    ])
  })
})

describe('a page that ends by itself', () => {
  // Catches a dead window in a show, and one that is loaded again without end.
  it('is loaded again, twice', async () => {
    await desk.ask('pageEnds', 'clean-exit')
    expect(await desk.ask('calls', 'webContents.reload')).toHaveLength(0)
    for (let index = 0; index < 3; index += 1) await desk.ask('pageEnds', 'crashed')
    expect(await desk.ask('calls', 'webContents.reload')).toHaveLength(2)
    expect(await desk.ask('calls', 'dialog.showMessageBox')).toHaveLength(1)
  })
})

describe('a development start', () => {
  // Catches a development that shows the last build, or works only because it has no policy.
  it('shows the development server under the same policy', async () => {
    const own = await startShell({ env: { ELECTRON_RENDERER_URL: 'http://localhost:5173' } })
    try {
      expect((await own.ask('windows'))[0]).toMatchObject({
        urls: ['http://localhost:5173/'],
        options: { webPreferences: { devTools: true, sandbox: true } },
      })
      expect(await own.ask('served')).toBe(false)
      expect(await own.ask('developmentHeaders')).toMatchObject({
        'X-Own': ['kept'],
        'Content-Security-Policy': contentSecurityPolicy({ connect: ['ws://localhost:5173'] }),
      })
      expect(await own.ask('ask', 'own', requestChannel, 'desk.info', {})).toMatchObject({
        error: { code: 'forbidden' },
      })
      expect(await own.ask('network', 'ws://localhost:5173/')).toBe(false)
      expect(await own.ask('network', 'https://example.com/')).toBe(true)
    } finally {
      await own.dispose()
    }
  })
})
