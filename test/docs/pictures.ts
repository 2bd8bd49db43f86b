// `npm run docs:pictures`: the pictures of the guide, taken from the built desk in rehearsal while the tasks of the guide
// are done in it. Each is 1440 x 900, a dock as narrow as docks are.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, root, startDesk, type Desk } from '../support/desk.ts'
import { callAsPage, letIn } from '../support/grants.ts'

const folder = join(root, 'docs/guide/pictures')
const window = { width: 1440, height: 900 }
const quality = 80

type Theme = 'dark' | 'light'

async function openPage(browser: Browser, url: string, theme: Theme, locale = 'en-GB', size = window): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'Europe/Berlin',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(url)
  await page.locator('main, [data-dock]').first().waitFor()
  return page
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  // What was just drawn has its values and its transitions are over.
  await page.waitForTimeout(800)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

async function go(page: Page, view: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views', exact: true })
    .getByRole('link', { name: view, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: view }).waitFor()
}

async function command(page: Page, place: string): Promise<void> {
  await page.locator(place).first().locator('[data-arm]:not([aria-disabled=true])').click()
  await page.locator(place).first().locator('[data-fire]').click()
}

/** A show from its preparation to its report. What comes on air in between is `onAir`. */
async function show(page: Page, ending: string, onAir?: () => Promise<void>): Promise<void> {
  await page.locator('[data-live-desk]').waitFor()
  await take(page, `live${ending}`)
  await page.keyboard.press('Control+1')
  await page
    .locator('[data-check-result]')
    .getByText(/OK|correcto/)
    .waitFor()
  await take(page, `prepare${ending}`)
  await page.locator('[data-prepare] [data-enter-show]').click()
  await page.locator('[data-live-desk]').waitFor()
  await page.locator('[data-transport="start"] [data-arm]:not([aria-disabled="true"])').click()
  await take(page, `armed${ending}`)
  await page.keyboard.press('Escape')
  await command(page, '[data-transport="start"]')
  await page.locator('header [data-air="live"]').waitFor()
  await command(page, '[data-poll="reveal"]')
  await page.locator('[data-panel="poll"] [data-outcome="confirmed"]').first().waitFor()
  await command(page, '[data-panel="ads"] [data-armed]')
  await page.locator('[data-panel="ads"] [data-outcome="confirmed"]').first().waitFor()
  await onAir?.()
  await command(page, '[data-transport="stop"]')
  await page.locator('header [data-air="off"], header [data-air="stopped"]').waitFor()
  await page.locator('[data-see-report]').click()
  await page.locator('[data-show-report] [data-fact="air"]').waitFor()
  await take(page, `report${ending}`)
  await page.keyboard.press('Escape')
}

async function tasks(page: Page): Promise<void> {
  await go(page, 'Publishing')
  await page.getByRole('button', { name: 'New event' }).first().click()
  const fields: Array<[string, string]> = [
    ['Title', 'Night show 49'],
    ['Provider', 'Output one'],
    ['Server', 'ingest.example.com'],
    ['Stream key', 'practice-key-one'],
  ]
  for (const [name, value] of fields) await page.getByRole('textbox', { name, exact: true }).first().fill(value)
  await page.locator('[data-save="saved"]').waitFor()
  await take(page, 'publish')
  await go(page, 'Polls')
  await take(page, 'poll')
  await go(page, 'Ads')
  await take(page, 'ads')
  await page.goto(page.url().replace(/\/ads.*/, '/payments?section=charges'))
  await page.getByText('chg_8', { exact: true }).first().click()
  await page.locator('[data-refund-charge]').click()
  await page.getByRole('textbox', { name: 'Amount to refund' }).fill('4')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: /^Hold: / }).waitFor()
  await take(page, 'refund')
  await page.keyboard.press('Escape')
  await go(page, 'Templates')
  await page.getByRole('button', { name: 'Starters' }).click()
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.locator('[data-save="saved"]').waitFor()
  await take(page, 'template')
  await go(page, 'Settings')
  await page.getByRole('link', { name: 'Environments', exact: true }).click()
  await take(page, 'environments')
  await page.getByRole('link', { name: 'Transfer', exact: true }).click()
  await take(page, 'transfer')
}

/** While the broadcast is on air, so that the panel has something to show. */
async function dockPicture(browser: Browser, desk: Desk): Promise<void> {
  const { secret } = await letIn(desk, {
    name: 'Dock',
    scope: 'operate',
    environment: 'rehearsal',
    commands: ['start', 'stop', 'pause', 'resume', 'clip', 'mark'],
    mode: 'fire',
    inAddress: true,
  })
  const dock = await openPage(browser, `${new URL(desk.url).origin}/dock/live#g=${secret}`, 'dark', 'en-GB', {
    width: 420,
    height: 640,
  })
  await dock.locator('[data-dock="live"] [data-values]').waitFor()
  await take(dock, 'dock')
  await dock.close()
}

async function others(browser: Browser, desk: Desk): Promise<void> {
  const page = await openPage(browser, desk.url, 'dark')
  await go(page, 'Settings')
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await page.getByRole('button', { name: 'New access' }).click()
  await page.getByRole('radio', { name: 'Stream Deck or another controller' }).click()
  await take(page, 'access')
  await page.keyboard.press('Escape')
  await go(page, 'Live')
  await page.getByRole('link', { name: 'Overlays' }).click()
  await page.getByRole('radio', { name: 'Sample', exact: true }).click()
  await take(page, 'overlays')
}

const browser = await launchBrowser()
const desk = await startDesk()
const untouched = await startDesk()
// The pictures are taken more quickly than a person works.
for (const one of [desk, untouched]) await callAsPage(one, 'live.configure', { perMinute: 600 })
try {
  await mkdir(folder, { recursive: true })
  const dark = await openPage(browser, desk.url, 'dark')
  await show(dark, '', async () => {
    await take(dark, 'on-air')
    await dockPicture(browser, desk)
  })
  await dark.getByRole('button', { name: 'Leave show mode' }).click()
  await dark
    .locator('[role="dialog"] [data-leave-show], [role="dialog"] button:has-text("Leave show mode")')
    .first()
    .click()
  await dark.keyboard.press('Escape')
  await tasks(await openPage(browser, desk.url, 'light'))
  await others(browser, desk)
  await show(await openPage(browser, untouched.url, 'light', 'es-ES'), '-es')
} finally {
  await browser.close()
  await endDesk(desk)
  await endDesk(untouched)
}
