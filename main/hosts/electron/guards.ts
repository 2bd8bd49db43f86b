// No page may leave its origin, open windows, use devices, reach the network or accept a bad certificate.
import { app, type Session, type WebContents } from 'electron'
import type { Log } from '../../core/ports.ts'
import { originOf, type Page } from './origin.ts'

export interface GuardOptions {
  page: Page
  log: Log
  openExternal: (address: string) => Promise<void>
}

const allowedPermissions: readonly string[] = ['clipboard-sanitized-write', 'notifications']

/** Guards all web contents, later ones too, and refuses bad certificates. Call before ready. */
export function guardApp(options: GuardOptions): void {
  app.on('web-contents-created', (_, contents) => guardContents(contents, options))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault()
    answer()
  })
}

function guardContents(contents: WebContents, { page, log, openExternal }: GuardOptions): void {
  const deny = (what: string) => log.write('warn', `The page was kept from ${what}.`)

  const isOwn = (url: string) => originOf(url) === page.origin
  const prevent = (event: { preventDefault: () => void }, what: string) => {
    event.preventDefault()
    deny(what)
  }

  contents.on('will-navigate', (event) => {
    if (!isOwn(event.url)) prevent(event, 'leaving the desk')
  })
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) prevent(event, 'being redirected')
  })
  contents.on('will-frame-navigate', (event) => {
    const allowed = event.isMainFrame ? isOwn(event.url) : event.url === 'about:srcdoc'
    if (!allowed) prevent(event, 'loading a page in a frame')
  })
  contents.on('will-attach-webview', (event) => prevent(event, 'embedding a web view'))
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url).catch(() => deny('opening an address'))
    return { action: 'deny' }
  })
}

/** Denies permissions, devices, foreign downloads and foreign connections. Call when ready. */
export function guardSession(session: Session, { page, log }: GuardOptions): void {
  const allowed = (permission: string, origin: string | undefined) =>
    allowedPermissions.includes(permission) && origin === page.origin

  session.setPermissionCheckHandler((_, permission, origin) => allowed(permission, originOf(origin)))
  session.setPermissionRequestHandler((_, permission, answer, details) =>
    answer(allowed(permission, originOf(details.requestingUrl))),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    // The page may save what it made itself; Electron asks where.
    if (originOf(item.getURL().replace(/^blob:/, '')) === page.origin) return
    event.preventDefault()
    log.write('warn', 'A download from elsewhere was refused.')
  })
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, answer) =>
    answer({ cancel: !staysInside(url, page) }),
  )
}

function staysInside(url: string, page: Page): boolean {
  if (/^(blob|data|devtools|chrome-extension):/.test(url)) return page.development || /^(blob|data):/.test(url)
  const origin = originOf(url)
  return origin === page.origin || (page.development && origin === page.origin.replace(/^http/, 'ws'))
}
