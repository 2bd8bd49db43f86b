// Docks in a browser, as streaming software opens them: real values of the rehearsal platform in a narrow panel.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { CommandName } from '#contract/access-kinds.ts'
import type { JsonObject } from '#contract/json.ts'
import { dockPanels } from '#contract/docks.ts'
import { callAsPage, letIn } from '../support/grants.ts'
import { axeFindings } from './support/axe.ts'
import { layoutFaults } from './support/layout-probe.ts'
import { showRundown } from './support/rundowns.ts'
import { closeBrowser, noBrowser, openDesk, sharedBrowser, type OpenDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const environment = 'rehearsal'
const commands: CommandName[] = ['start', 'stop', 'pause', 'resume', 'reveal', 'hide', 'runAd', 'clip', 'mark']
const narrow = { width: 360, height: 760 }

/** A desk with a chosen broadcast; its page becomes the dock's. */
async function prepared(): Promise<OpenDesk> {
  const opened = await openDesk([], { viewport: narrow })
  const { connection } = opened
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  const read = (operation: string, body: JsonObject) =>
    connection.call('platform.read', { operation, body }).then(({ data }) => JSON.stringify(data))
  const poll = /"id":\s*"(emb_\w+)"/.exec(await read('POST /api/vote/embed/all', { limit: 5 }))?.[1]
  await connection.call('broadcast.choose', {
    environment,
    stream: { id: 'str_1', name: 'Night show main' },
    ...(poll === undefined ? {} : { poll: { id: poll, name: 'Next guest' } }),
  })
  return opened
}

async function toDock(
  { desk, page }: Pick<OpenDesk, 'desk' | 'page'>,
  panel: string,
  theme = 'dark',
  secret?: string,
): Promise<void> {
  const grant =
    secret ??
    (await letIn(desk, { name: 'Dock', scope: 'operate', environment, commands, mode: 'fire', inAddress: true })).secret
  // Another document, also where only the fragment differs.
  await page.goto('about:blank')
  await page.goto(`${new URL(desk.url).origin}/dock/${panel}?theme=${theme}#g=${grant}`)
}
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = [document.documentElement, document.body].filter((one) => one.scrollWidth > window.innerWidth)
    const below = [...document.querySelectorAll<HTMLElement>('button, select, h1, h2')].filter((one) => {
      const box = one.getBoundingClientRect()
      return one.closest('[data-values]') === null && (box.right > window.innerWidth || box.bottom > window.innerHeight)
    })
    return [...wide, ...below].map((one) => one.outerHTML.slice(0, 100))
  })

// Catches a dock that stays empty with a good address, cuts a text, or needs more room than a dock has.
journey('every panel shows values of the platform within 360 x 760', async () => {
  const opened = await prepared()
  const { connection, page } = opened
  await showRundown(connection)
  for (const [place, panel] of dockPanels.entries()) {
    await toDock(opened, panel, place % 2 === 0 ? 'dark' : 'light')
    await page.locator(`[data-dock="${panel}"] [data-values]`).waitFor()
    if (panel === 'next') await page.getByText('Opening', { exact: true }).waitFor()
    else if (panel !== 'log')
      await expect.poll(() => page.locator('[data-values]').textContent()).not.toContain('Not read')
    expect(await outside(page), panel).toEqual([])
    expect(await layoutFaults(page), panel).toEqual([])
    expect(await axeFindings(page), panel).toEqual([])
  }
  await toDock(opened, 'live')
  await expect.poll(() => page.locator('[data-headline]').textContent()).toMatch(/Off air|On air|Ended/)
  expect(await page.locator('[data-stream]').textContent()).toBe('Night show main')
  // Streaming software opens the address again as it stands.
  expect(page.url()).toContain('#g=')
})

// Catches a dock that looks alive without its desk.
journey('a desk that ends is said', async () => {
  const opened = await prepared()
  const { desk, page } = opened
  await toDock(opened, 'live')
  await expect.poll(() => page.locator('[data-headline]').textContent()).toMatch(/Off air|On air|Ended/)
  await desk.kill()
  await expect.poll(() => page.locator('[data-lost]').textContent()).toContain('Connection to Showdesk lost')
  expect(await page.locator('[data-air]').getAttribute('data-fresh')).toBe('false')
})

// Catches an address that is no longer accepted and shows an endless "connecting".
journey('a refused address is explained', async () => {
  const { desk } = await openDesk()
  await callAsPage(desk, 'access.switch', { on: true })
  // A page of its own: the browser logs each refused connection as an error.
  const context = await (await sharedBrowser()).newContext({ viewport: narrow })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await toDock({ desk, page }, 'live', 'dark', 'not-a-grant')
  await expect.poll(() => page.locator('main > div').getAttribute('data-refused'), { timeout: 20_000 }).toBe('ended')
  expect(await outside(page)).toEqual([])
  expect(await layoutFaults(page)).toEqual([])
})

// Catches a dock whose buttons do nothing over its own grant, or act for another record.
journey('a command of a dock ends confirmed, and money is not moved', async () => {
  const opened = await prepared()
  const { connection, page } = opened
  await toDock(opened, 'live')
  const start = page.locator('[data-command="start"]').first()
  await start.locator('[data-arm]').click()
  await start.locator('[data-fire]:not([aria-disabled="true"])').click()
  await expect
    .poll(async () => (await connection.call('ledger.list', { limit: 5 })).items.map(({ state }) => state))
    .toEqual(['confirmed'])
  await toDock(opened, 'money')
  await page.locator('[data-dock="money"] [data-values]').waitFor()
  expect(await page.getByRole('button', { name: /refund/i }).count()).toBe(0)
})

// Catches a press that is sent when the desk goes on after it stood still, to an audience that sees something else by then.
journey('what was pressed while the desk stood still is not sent late', async () => {
  const { connection, desk, page, ...rest } = await prepared()
  await toDock({ desk, page, ...rest }, 'live')
  const start = page.locator('[data-command="start"]').first()
  await start.locator('[data-arm]').click()
  await start.locator('[data-fire]:not([aria-disabled="true"])').waitFor()
  desk.child.kill('SIGSTOP')
  try {
    await start.locator('[data-fire]').click()
    await page.waitForTimeout(11_000)
  } finally {
    desk.child.kill('SIGCONT')
  }
  await expect.poll(() => page.locator('[data-outcome]').first().textContent()).toMatch(/rejected/)
  expect((await connection.call('ledger.list', { limit: 5 })).items).toEqual([])
})

// Catches a dock that waits for ever, or says that something was sent, where nobody is at the desk to fire it.
journey('what a dock asks for while no page of the desk is open lapses', async () => {
  const opened = await prepared()
  const { connection, desk, page } = opened
  const input = { name: 'Dock', scope: 'operate', environment, commands, mode: 'arm', inAddress: true } as const
  const { secret } = await letIn(desk, { ...input, commands: [...commands] })
  await toDock(opened, 'live', 'light', secret)
  await page.locator('[data-command="start"][data-ask]').first().click()
  await expect.poll(() => page.locator('[data-outcome]').first().textContent()).toMatch(/waiting for Showdesk, \d s/)
  await expect.poll(() => page.locator('[data-outcome]').first().textContent(), { timeout: 8_000 }).toMatch(/nobody/)
  expect((await connection.call('ledger.list', { limit: 5 })).items).toEqual([])
})
