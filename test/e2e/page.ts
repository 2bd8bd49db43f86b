// The built desk in Chromium. The test fails at an uncaught error, an error in the console (breaches of the page's
// policy are) or a request that leaves the machine.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished, vi } from 'vitest'
import { chromiumPath, launchBrowser } from '../support/browser.ts'
import { endDesk, host, startDesk, type Desk, type DeskConnection } from '../support/desk.ts'
import { runtimeIsHere } from '../support/electron/runtime-desk.ts'

// Waits report what is late; this only ends an endless test, on slow machines too.
vi.setConfig({ testTimeout: 180_000 })

/** Then the tests count as skipped. */
export const noBrowser = host === 'electron' ? !runtimeIsHere() : chromiumPath() === undefined

export interface OpenDesk {
  desk: Desk
  connection: DeskConnection
  page: Page
}

let browser: Promise<Browser> | undefined

/** One browser for a file; close it with `closeBrowser` in afterAll. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser())
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

/** Opens a page that fails the test at any hidden error. */
export async function openPage(desk: Desk, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, close, show } = await (desk.ownPage === undefined
    ? newPage(desk, options)
    : appPage(desk.ownPage, options))
  page.setDefaultTimeout(30_000)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // A page whose desk was ended is refused or cut off, which the browser logs: its connection, and what it still loads.
    const lookingForEnded =
      desk.child.killed &&
      /^(?:WebSocket connection to |Failed to load resource: net::ERR_(?:CONNECTION_|SOCKET_|EMPTY_RESPONSE|INCOMPLETE_))/.test(
        message.text(),
      )
    // The browser logs each answer that is no success; what viewers see may be broken.
    const ofProgram = message.location().url.startsWith(new URL('/monitor/', desk.url).href)
    // A player that is put away takes back the source that its picture was still to load.
    const sourceTakenBack =
      message.location().url.startsWith('blob:') && message.text().includes('net::ERR_FILE_NOT_FOUND')
    if (message.type() === 'error' && !lookingForEnded && !ofProgram && !sourceTakenBack)
      troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !['127.0.0.1', 'desk.localhost'].includes(hostname))
      troubles.push(`request to ${hostname}`)
  })
  onTestFinished(async () => {
    await close()
    if (troubles.length > 0) throw new Error(`The page had troubles:\n${troubles.join('\n')}`)
  })
  await show()
  await page.getByRole('navigation').first().waitFor()
  return page
}

interface Opened {
  page: Page
  /** Loads the desk, watched from its first moment. */
  show: () => Promise<unknown>
  close: () => Promise<void>
}

const usual = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const

async function newPage(desk: Desk, options: BrowserContextOptions): Promise<Opened> {
  const context = await (await sharedBrowser()).newContext({ ...usual, ...options })
  const page = await context.newPage()
  return { page, show: () => page.goto(desk.url, { timeout: 60_000 }), close: () => context.close() }
}

/** The app's own window, which has loaded already. */
async function appPage(own: NonNullable<Desk['ownPage']>, options: BrowserContextOptions): Promise<Opened> {
  const { page, close } = await own()
  const { viewport, colorScheme, reducedMotion, locale } = { ...usual, ...options }
  if (viewport !== null) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (locale !== undefined) {
    const session = await page.context().newCDPSession(page)
    const userAgent = await page.evaluate(() => navigator.userAgent)
    await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale })
  }
  return { page, show: () => page.reload(), close }
}

/** A desk for one test, with a page. */
export async function openDesk(args: string[] = [], options: BrowserContextOptions = {}): Promise<OpenDesk> {
  const desk = await startDesk({ args })
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const page = await openPage(desk, options)
  return { desk, connection, page }
}

/** Opens a view by the rail and waits until it is complete. */
export async function openView(page: Page, view: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Views', exact: true })
  const link = rail.getByRole('link', { name: view, exact: true })
  const folded = !(await link.isVisible())
  if (folded) await rail.locator('[data-more-views]').click()
  await link.click()
  // The menu fades out; until then its links could be taken for those of the bar.
  if (folded) await link.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1, name: view }).waitFor()
}

/** Creates an event in the publishing view and waits until it is saved. */
export async function fillEvent(page: Page, fields: Record<string, string>): Promise<void> {
  await openView(page, 'Publishing')
  await page.getByRole('button', { name: 'New event' }).first().click()
  for (const [name, value] of Object.entries(fields))
    await page.getByRole('textbox', { name, exact: true }).first().fill(value)
  await page.locator('[data-save="saved"]').waitFor()
}

/** Publishes as a person does: opens the dialog, arms, fires. */
export async function publish(page: Page, button = 'Publish to 1'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const hidden = dialog.waitFor({ state: 'hidden' })
  const idle = dialog.locator('[data-armed="false"] [data-arm]:not([aria-busy="true"]):not([aria-disabled="true"])')
  // On a busy machine arming may expire; then a person arms again.
  for (let tries = 0; tries < 5; tries += 1) {
    await dialog.locator('[data-arm]').click()
    await dialog.getByRole('button', { name: button, exact: true }).click()
    const gone = await dialog.waitFor({ state: 'hidden', timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    if (gone || !(await idle.isVisible())) break
  }
  await hidden
}

export function destination(page: Page, name: string) {
  return page.getByRole('table', { name: 'Destinations' }).getByRole('row', { name: new RegExp(name) })
}

/** Opens the command palette; it takes keys once its field has the focus. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input:focus').waitFor()
}
