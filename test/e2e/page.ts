// The built desk in real Chromium. Whatever a person would not see but should worry about fails the test: an uncaught error, a line
// of error in the console (a breach of the page's policy is one), a request that leaves this machine.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished, vi } from 'vitest'
import { chromiumPath, launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import type { Desk, DeskConnection } from '../support/desk.ts'

// What is late is said by the wait for it; this only ends a journey that goes on for ever, on a slow machine too.
vi.setConfig({ testTimeout: 180_000 })

/** Journeys are counted and named as skipped then. */
export const noBrowser = chromiumPath() === undefined

export interface OpenDesk {
  desk: Desk
  connection: DeskConnection
  page: Page
}

let browser: Promise<Browser> | undefined

/** One browser for the tests of a file; close it with `closeBrowser` in afterAll. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser())
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

/** Opens a page on a desk and lets the test fail when something goes wrong unseen. */
export async function openPage(desk: Desk, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (
    await sharedBrowser()
  ).newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // A page that looks for a desk that was ended is refused, and the browser says so.
    const lookingForEnded = desk.child.killed && message.text().startsWith('WebSocket connection to ')
    if (message.type() === 'error' && !lookingForEnded) troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') troubles.push(`request to ${hostname}`)
  })
  onTestFinished(async () => {
    await context.close()
    if (troubles.length > 0) throw new Error(`The page had troubles:\n${troubles.join('\n')}`)
  })
  await page.goto(desk.url, { timeout: 60_000 })
  await page.getByRole('navigation').first().waitFor()
  return page
}

/** A desk of its own for one test, with a page on it. */
export async function openDesk(args: string[] = [], options: BrowserContextOptions = {}): Promise<OpenDesk> {
  const desk = await startDesk({ args })
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const page = await openPage(desk, options)
  return { desk, connection, page }
}

/** Goes to a view by the rail, and waits until it stands. */
export async function openView(page: Page, view: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views', exact: true })
    .getByRole('link', { name: view, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: view }).waitFor()
}

/** Makes an event in the publishing view and waits until the desk says that it is saved. */
export async function fillEvent(page: Page, fields: Record<string, string>): Promise<void> {
  await openView(page, 'Publishing')
  await page.getByRole('button', { name: 'New event' }).first().click()
  for (const [name, value] of Object.entries(fields))
    await page.getByRole('textbox', { name, exact: true }).first().fill(value)
  await page.locator('[data-save="saved"]').waitFor()
}

/** Publishes as a person does: asks, arms, fires in another place. */
export async function publish(page: Page, button = 'Publish to 1'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const hidden = dialog.waitFor({ state: 'hidden' })
  const idle = dialog.locator('[data-armed="false"] [data-arm]:not([aria-busy="true"]):not([aria-disabled="true"])')
  // What was armed ends with a page that stood still, as on a busy machine; then a person arms again.
  for (let tries = 0; tries < 5; tries += 1) {
    await dialog.locator('[data-arm]').click()
    await dialog.getByRole('button', { name: button, exact: true }).click()
    const gone = await Promise.race([hidden.then(() => true), page.waitForTimeout(2_000).then(() => false)])
    if (gone || !(await idle.isVisible())) break
  }
  await hidden
}

/** The row of a destination. */
export function destination(page: Page, name: string) {
  return page.getByRole('table', { name: 'Destinations' }).getByRole('row', { name: new RegExp(name) })
}
