// A whole rehearsal show as a creator runs it, with every press counted: a click, a key combination or a hold is one,
// and so is typing in a field. What is armed is fired by a press of its own, and money is held down.
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { countPresses } from './support/presses.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const armOf = (place: Locator): Locator => place.locator('[data-arm]:not([aria-disabled="true"])')

// Catches a first start that asks for anything before the person is on air.
journey('a fresh profile is on air in rehearsal after at most 3 presses', async () => {
  const { page } = await openDesk()
  const { pressed, click } = countPresses(page)
  const start = page.locator('[data-transport="start"]')
  await click(armOf(start), 'arm Start')
  await click(start.locator('[data-fire]'), 'fire Start')
  await page.locator('header [data-air="live"]').waitFor()
  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(3)
})

// Catches a show that costs more presses than it has to: 45 before there was a page to prepare it.
journey('a whole show takes at most 20 presses', async () => {
  const { connection, page } = await openDesk()
  const { pressed, click, key, type, hold } = countPresses(page)
  const command = async (place: Locator, what: string): Promise<void> => {
    await click(armOf(place), `arm ${what}`)
    await click(place.locator('[data-fire]'), `fire ${what}`)
  }
  const transport = (action: string) => page.locator(`[data-transport="${action}"]`)
  const panel = (id: string) => page.locator(`[data-panel="${id}"]`)

  await key('Control+1', 'Prepare')
  await page.locator('[data-check-result]').getByText('OK').waitFor()
  await click(page.locator('[data-prepare] [data-enter-show]'), 'Enter show mode')
  await page.locator('[data-live-desk]').waitFor()

  await command(transport('start'), 'Start')
  await page.locator('header [data-air="live"]').waitFor()
  await command(panel('poll').locator('[data-poll="reveal"]'), 'Reveal')
  await panel('poll').locator('[data-outcome="confirmed"]').first().waitFor()
  await command(panel('ads').locator('[data-armed]'), 'Run')
  await panel('ads').locator('[data-outcome="confirmed"]').first().waitFor()

  await click(panel('money').locator('[data-charge="chg_8"]'), 'the charge')
  await click(page.locator('[data-refund-charge]'), 'Refund this charge')
  const dialog = page.getByRole('dialog')
  await type(dialog.getByRole('textbox', { name: 'Amount to refund' }), '4', 'the amount')
  await click(dialog.getByRole('button', { name: 'Review' }), 'Review')
  await hold(dialog.getByRole('button', { name: /^Hold: / }), 'hold Refund')
  await dialog.getByText('5.00 EUR of the charge can still be refunded.').waitFor()
  await key('Escape', 'close the refund')
  await dialog.waitFor({ state: 'hidden' })
  await key('Control+2', 'Live')

  await page.locator('[data-live-desk]').waitFor()
  await key('Control+F8', 'Clip')
  await key('Control+F9', 'Mark')
  await command(transport('stop'), 'Stop')
  await page.locator('header [data-air="off"], header [data-air="stopped"]').waitFor()
  await click(page.locator('[data-see-report]'), 'See the report')
  await page.locator('[data-show-report] [data-fact="air"]').waitFor()

  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(20)
  const { items } = await connection.call('ledger.list', { limit: 50 })
  expect(items.map(({ state }) => state)).toEqual(items.map(() => 'confirmed'))
  // Start, reveal, ad, refund, clip and stop.
  expect(items).toHaveLength(6)
})
