import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { closeBrowser, destination, fillEvent, noBrowser, openDesk, openPalette, openView, publish } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a screen that a part of the crew can't read or reach: contrast, names, roles, focus order.
journey.each(['dark', 'light'] as const)('axe finds nothing in any view (%s)', async (colorScheme) => {
  const { connection, page } = await openDesk([], { colorScheme })
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
  expect(await axeFindings(page), 'Publishing').toEqual([])
  await openView(page, 'Activity')
  await page
    .getByRole('option', { name: /Refund/ })
    .first()
    .click()
  await page.getByRole('option', { name: /Refund/, selected: true }).waitFor()
  expect(await axeFindings(page), 'Activity').toEqual([])
  await openView(page, 'Settings')
  expect(await axeFindings(page), 'Settings').toEqual([])
  await openPalette(page)
  expect(await axeFindings(page), 'Command palette').toEqual([])
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
journey.each([360, 400, 900])('nothing overflows at %i px', async (width) => {
  const { page } = await openDesk([], { viewport: { width, height: 800 } })
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
