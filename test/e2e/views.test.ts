import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { closeBrowser, destination, fillEvent, noBrowser, openDesk, openPalette, openView, publish } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a screen that a part of the crew can't read or reach: contrast, names, roles, focus order. `axe.long.test.ts` looks at every view;
// here is what a write leaves behind, and the palette.
journey('axe finds nothing in what a write leaves behind', async () => {
  const { connection, page } = await openDesk()
  await fillEvent(page, { Title: 'Night show', Provider: 'Main stage' })
  await publish(page)
  await destination(page, 'Main stage').getByText('Confirmed').waitFor()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'drop_before_commit', operation: 'POST /api/payment/charge/refund' },
  })
  await connection.call('ledger.submit', {
    operation: 'POST /api/payment/charge/refund',
    body: { chargeId: 'x', amount: 1 },
  })
  const clean = async (what: string): Promise<void> => {
    for (const theme of ['dark', 'light'] as const) {
      await connection.call('settings.update', { theme })
      await page.locator(`html.${theme}`).waitFor()
      expect(await axeFindings(page), `${what}, ${theme}`).toEqual([])
    }
  }
  await clean('Publishing')
  await openView(page, 'Activity')
  await page
    .getByRole('option', { name: /Refund/ })
    .first()
    .click()
  await page.getByRole('option', { name: /Refund/, selected: true }).waitFor()
  await clean('Activity')
  await openPalette(page)
  await clean('Command palette')
})

// Catches a token that stays in the address bar, in the history or in storage, and a reload that loses the desk.
journey('the token leaves the address, and a reload still works', async () => {
  const { desk, page } = await openDesk()
  expect(page.url()).not.toContain(desk.token)
  const stored = await page.evaluate(() =>
    [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join(),
  )
  expect(stored).not.toContain(desk.token)
  await openView(page, 'Publishing')
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
  await page.getByRole('button', { name: 'New event' }).first().waitFor()
})

// Catches a desk that can only be worked with a mouse.
journey('the palette finds an operation and a view by keyboard alone', async () => {
  const { page } = await openDesk()
  await openPalette(page)
  await page.keyboard.type('Settings')
  await page.getByRole('option', { name: /^Settings/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await openPalette(page)
  await page.keyboard.type('>Get Goal Progress')
  await page
    .getByRole('option', { name: /Get Goal Progress/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

// Catches a desk that stays silent when its backend goes away.
journey('a backend that is gone is said, and nothing typed is lost from the screen', async () => {
  const { desk, page } = await openDesk()
  await fillEvent(page, { Title: 'Night show' })
  await desk.kill()
  await page
    .getByText(/background process/)
    .first()
    .waitFor()
  expect(await page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue()).toBe('Night show')
})

// Catches a layout that overflows or hides its controls in a dock.
journey('nothing overflows at 360 px, where the rail is folded', async () => {
  const { page } = await openDesk([], { viewport: { width: 360, height: 800 } })
  for (const view of [
    'Live',
    'Streams',
    'Polls',
    'Ads',
    'Payments',
    'Activity',
    'Settings',
    'Publishing',
    'Templates',
    'Drafts',
  ]) {
    await openView(page, view)
    await page.waitForFunction(() => document.querySelector('#view [aria-busy="true"]') === null)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, view).toBeLessThanOrEqual(0)
  }
})
