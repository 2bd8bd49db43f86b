import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Desk, DeskConnection } from '../support/desk.ts'
import { holdDown } from './support/operation-page.ts'
import { closeBrowser, noBrowser, openDesk, openPage } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const search = 'POST /api/payment/refund/searchbycharge'
const partial = 'POST /api/payment/refund/partialrefund'

/** What the platform itself holds of a charge. */
async function refundsOf(connection: DeskConnection, chargeId: string): Promise<JsonObject[]> {
  const { data } = await connection.call('platform.read', { operation: search, body: { chargeId } })
  return (data as unknown as { data: { items: JsonObject[] } }).data.items
}

/** Opens the refund of a charge by its address. */
async function openRefund(page: Page, chargeId: string): Promise<Locator> {
  await page.evaluate((id) => (location.hash = `#/payments?section=charges&id=${id}&refund=1`), chargeId)
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-figure="remaining"]').waitFor()
  return dialog
}
async function review(dialog: Locator, amount: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Amount to refund' }).fill(amount)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.locator('[data-facts]').waitFor()
}
/** Presses and does not let go until the hold is over, and with it the look before the sending. */
async function hold(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name: `Hold: ${name}`, exact: true })
  await holdDown(button, () => button.waitFor({ state: 'hidden' }))
}
const remaining = (dialog: Locator): Promise<string> => dialog.locator('[data-figure="remaining"]').innerText()

async function secondWindow(desk: Desk): Promise<Page> {
  return openPage(desk)
}

// Catches a refund that goes without its names, twice, or for another amount, and a remaining that is not read again.
journey('a person finds a customer, refunds a part of a charge and sees what remains', async () => {
  const { connection, page } = await openDesk()
  await page.getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('row', { name: /Carla/ }).click()
  const charge = page.locator('[data-list="charges"] [data-row="chg_3"]')
  await charge.getByText('50.00 EUR').waitFor()
  await charge.click()
  await page.locator('[data-refund-charge]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No refunds yet.').waitFor()
  await dialog.getByRole('textbox', { name: 'Amount to refund' }).fill('50,01')
  await dialog.getByText('More than the refundable 50.00 EUR').waitFor()
  await review(dialog, '12,40')
  const facts = dialog.locator('[data-facts]')
  for (const words of ['12.40 EUR', 'cus_3', 'chg_3', /Rehearsal/i, 'API key', '37.60 EUR'])
    await facts.getByText(words).first().waitFor()
  await hold(dialog, 'Refund 12.40 EUR')
  await dialog.getByText('37.60 EUR of the charge can still be refunded.').waitFor()
  expect(await refundsOf(connection, 'chg_3')).toMatchObject([{ amount: 1_240, currency: 'EUR', status: 'succeeded' }])
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ state: 'confirmed', attempts: 1, operation: partial })
  await dialog.getByRole('button', { name: 'Refund more' }).click()
  await expect.poll(() => remaining(dialog)).toBe('37.60 EUR')
})

// Catches the double refund: two windows, both confirmed in good faith.
journey('the same charge from two windows: the second refund is stopped before it is sent', async () => {
  const { desk, connection, page } = await openDesk()
  const other = await secondWindow(desk)
  const [first, second] = [await openRefund(page, 'chg_3'), await openRefund(other, 'chg_3')]
  await review(first, '40')
  await review(second, '40')
  await hold(first, 'Refund 40.00 EUR')
  await first.getByText('10.00 EUR of the charge can still be refunded.').waitFor()
  await hold(second, 'Refund 40.00 EUR')
  await second.getByText('Stopped: the charge has changed since your review. Nothing was sent.').waitFor()
  await expect.poll(() => remaining(second)).toBe('10.00 EUR')
  await second.getByText('More than the refundable 10.00 EUR').waitFor()
  await expect.poll(() => second.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true)
  expect(await refundsOf(connection, 'chg_3')).toHaveLength(1)
  expect((await connection.call('ledger.list', { limit: 10 })).items).toHaveLength(1)
})

// Catches a lost answer that is repeated, hidden, or decided without the person.
journey(
  'a drop after the commit: the refund that was found is shown, the person decides, and there is exactly one',
  async () => {
    const { desk, connection, page } = await openDesk()
    const dialog = await openRefund(page, 'chg_3')
    await review(dialog, '20')
    await connection.call('rehearsal.setFault', { fault: { kind: 'latency', operation: partial, delayMs: 8_000 } })
    await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation: partial, times: 1 } })
    const sending = connection.next('ledger.changed', ({ intent }) => intent.state === 'sending')
    await hold(dialog, 'Refund 20.00 EUR')
    await sending
    // The desk's own reads do not tell what became of it: only then is it for the person.
    await connection.call('rehearsal.setFault', { fault: { kind: 'status', status: 403, operation: search } })
    await dialog.locator('[data-outcome="sending"]').waitFor()
    await dialog.locator('[data-unknown]').waitFor({ timeout: 30_000 })
    const { items } = await connection.call('ledger.list', { limit: 1 })
    const id = items[0]?.id ?? ''
    await expect
      .poll(
        async () =>
          (await connection.call('ledger.get', { id })).evidence.filter(({ verdict }) => verdict === 'unclear').length,
        { timeout: 40_000 },
      )
      .toBe(2)
    await connection.call('rehearsal.setFault', {
      fault: { kind: 'status', status: 403, operation: search },
      on: false,
    })

    // Meanwhile another window can't start a second one.
    const other = await secondWindow(desk)
    const second = await openRefund(other, 'chg_3')
    await second.locator('[data-unknown]').waitFor()
    expect(await second.getByRole('textbox', { name: 'Amount to refund' }).count()).toBe(0)

    await dialog.locator('[data-choice="look"]').click()
    await dialog.locator('[data-found="1"]').waitFor()
    await dialog.locator('[data-unknown]').getByText('20.00 EUR').first().waitFor()
    await dialog.getByRole('button', { name: 'It was refunded' }).click()
    await dialog.locator('[data-outcome="confirmed"]').waitFor()
    await dialog.getByText('30.00 EUR of the charge can still be refunded.').waitFor()
    expect(await refundsOf(connection, 'chg_3')).toMatchObject([{ amount: 2_000 }])
    expect(await connection.call('ledger.get', { id })).toMatchObject({ state: 'confirmed', attempts: 1 })
  },
)

// Catches a refund on half of the figures: a rate limit must refuse it, count down, and open again.
journey('a rate limit while the refunds are read refuses the refund until they are', async () => {
  const { connection, page } = await openDesk()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'rate_limit', operation: search, times: 1, retryAfterSeconds: 2 },
  })
  await page.evaluate(() => (location.hash = '#/payments?section=charges&id=chg_7&refund=1'))
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-stop="failed"]').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Amount to refund' }).count()).toBe(0)
  const figure = dialog.locator('[data-figure="remaining"]')
  await expect
    .poll(
      async () => {
        const again = dialog.locator('[data-stop="failed"]').getByRole('button', { name: 'Refresh' })
        // While it reads, or once it has read, there is nothing to press.
        if ((await again.count()) > 0 && (await again.isEnabled()))
          await again.click({ timeout: 1_000 }).catch(() => undefined)
        return figure.count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  await expect.poll(() => remaining(dialog)).toBe('75.00 EUR')
})
