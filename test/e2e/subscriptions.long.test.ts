import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { DeskConnection } from '../support/desk.ts'
import { holdDown } from './support/operation-page.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const pause = 'POST /api/payment/subscription/pause'
const resume = 'POST /api/payment/subscription/resume'
const changePlan = 'POST /api/payment/subscription/changePlan'

/** What the platform itself tells of a subscription's life, oldest first. */
async function history(connection: DeskConnection, subscriptionId: string): Promise<string[]> {
  const { data } = await connection.call('platform.read', {
    operation: 'GET /api/payment/subscription/getHistory',
    query: { subscriptionId },
  })
  return (data as unknown as { data: { items: Array<{ event: string }> } }).data.items.map(({ event }) => event)
}
async function subscription(connection: DeskConnection, subscriptionId: string): Promise<JsonObject> {
  const { data } = await connection.call('platform.read', {
    operation: 'POST /api/payment/subscription/get',
    body: { subscriptionId },
  })
  return (data as unknown as { data: JsonObject }).data
}
const sent = async (connection: DeskConnection) =>
  (await connection.call('ledger.list', { limit: 20 })).items.map(({ operation, state, attempts }) => ({
    operation,
    state,
    attempts,
  }))

/** Opens a record of a section by its address, and waits until it is there. */
async function openRecord(page: Page, section: string, id: string): Promise<Locator> {
  await page.evaluate(([part, record]) => (location.hash = `#/payments?section=${part}&id=${record}`), [section, id])
  const record = page.locator(`[data-record="${id}"]`)
  await record.locator('[data-record-fields]').waitFor()
  // What the record's own read brings may move what is below it; a press in that moment would meet nothing.
  await page.locator(`[data-record="${id}"]:not(:has([data-refresh-record]:disabled))`).waitFor()
  return record
}
async function openSubscription(page: Page, id: string): Promise<Locator> {
  const record = await openRecord(page, 'subscriptions', id)
  await record.locator('[data-life-event]').first().waitFor()
  return record
}
/** Looks at what goes, presses and does not let go until the hold is over. */
async function hold(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  // What comes in above the button moves it away from under the pointer, which ends a hold.
  await dialog
    .locator('[data-going]')
    .getByText(/^(POST|PUT) http/)
    .waitFor()
  await holdDown(dialog.getByRole('button', { name: `Hold: ${name}`, exact: true }), () =>
    dialog.locator('[data-step="sent"]').waitFor(),
  )
}
const lifeEvent = (record: Locator, event: string): Locator =>
  record.locator('[data-life-event]').filter({ hasText: event })
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
/** Sends a command of the record, from its button to the end of the hold. */
async function command(page: Page, record: Locator, name: string, fill?: Record<string, string>): Promise<Locator> {
  await record.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [field, value] of Object.entries(fill ?? {})) await dialog.locator(`[data-field="${field}"]`).fill(value)
  if (fill !== undefined) await dialog.locator('[data-continue]').click()
  await dialog.locator('[data-facts]').waitFor()
  await hold(page, name)
  return dialog
}

// Catches a command that goes without its names, or a life line that keeps showing what was.
journey('a subscription is paused and resumed, and its life line says so', async () => {
  const { connection, page } = await openDesk()
  const record = await openSubscription(page, 'subs_1')
  await record.locator('[data-ahead="nextBilling"]').getByText('9.00 EUR').waitFor()
  await record.locator('[data-usage]').getByText('Minutes watched').waitFor()
  await record.getByRole('button', { name: 'Pause the subscription', exact: true }).click()
  const facts = page.getByRole('dialog').locator('[data-facts]')
  for (const words of ['9.00 EUR', 'cus_1', 'subs_1', /Rehearsal/i]) await facts.getByText(words).first().waitFor()
  await hold(page, 'Pause the subscription')
  await page.getByRole('dialog').locator('[data-outcome="confirmed"]').waitFor()
  await close(page)
  await lifeEvent(record, 'paused').waitFor()
  await record.locator('[data-no-billing]').waitFor()
  await expect
    .poll(() =>
      record.getByRole('button', { name: 'Pause the subscription', exact: true }).getAttribute('aria-disabled'),
    )
    .toBe('true')

  const dialog = await command(page, record, 'Resume the subscription')
  await dialog.locator('[data-outcome="confirmed"]').waitFor()
  await close(page)
  await lifeEvent(record, 'resumed').waitFor()
  await record.locator('[data-ahead="nextBilling"]').getByText('9.00 EUR').waitFor()
  expect(await history(connection, 'subs_1')).toEqual(['created', 'paused', 'resumed'])
  expect(await sent(connection)).toEqual([
    { operation: resume, state: 'confirmed', attempts: 1 },
    { operation: pause, state: 'confirmed', attempts: 1 },
  ])
})

// Catches a lost answer that is repeated by itself, hidden, or decided without the person.
journey.each([
  { name: 'Pause the subscription', operation: pause, id: 'subs_1', event: 'paused', status: 'paused' },
  { name: 'Resume the subscription', operation: resume, id: 'subs_3', event: 'resumed', status: 'active' },
])(
  '$name, dropped after the commit: unknown, read and decided by the person, and done once',
  async ({ name, operation, id, event, status }) => {
    const { connection, page } = await openDesk()
    const record = await openSubscription(page, id)
    await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation, times: 1 } })
    const dialog = await command(page, record, name)
    await dialog.locator('[data-outcome="unknown"] [data-evidence] li').first().waitFor()
    expect((await sent(connection))[0]).toEqual({ operation, state: 'unknown', attempts: 1 })
    // The person looks at the record before saying what became of it.
    await close(page)
    await lifeEvent(record, event).waitFor()
    const open = record.locator(`[data-unknown-command="${operation}"]`)
    await open.locator('[data-choice="reconcile"]').click()
    await open.locator('[data-choice="confirmed"]:enabled').click()
    await open.waitFor({ state: 'detached' })
    await expect.poll(() => sent(connection)).toEqual([{ operation, state: 'confirmed', attempts: 1 }])
    expect((await history(connection, id)).filter((one) => one === event)).toHaveLength(1)
    expect((await subscription(connection, id)).status).toBe(status)
  },
)

// Catches a change of plan that is confirmed with the old price, and one that is sent again because its answer was lost.
journey('a change of plan names both prices, and after a lost answer it is found and not repeated', async () => {
  const { connection, page } = await openDesk()
  const record = await openSubscription(page, 'subs_1')
  await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation: changePlan, times: 1 } })
  await record.getByRole('button', { name: 'Change the plan', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('datalist option[value="plan_2"]').waitFor({ state: 'attached' })
  await dialog.locator('[data-field="planId"]').fill('plan_2')
  await dialog.locator('[data-continue]').click()
  await dialog.locator('[data-fact="billing.fact.planNow"]').getByText('Supporter, 9.00 EUR, Monthly').waitFor()
  await dialog.locator('[data-fact="billing.fact.planThen"]').getByText('Backstage, 29.00 EUR, Monthly').waitFor()
  await hold(page, 'Change the plan')
  await dialog.locator('[data-outcome="confirmed"]').waitFor({ timeout: 40_000 })
  await close(page)
  await lifeEvent(record, 'Plan changed').waitFor()
  expect(await subscription(connection, 'subs_1')).toMatchObject({ planId: 'plan_2', amount: 2_900 })
  expect((await history(connection, 'subs_1')).filter((event) => event === 'plan_changed')).toHaveLength(1)
  expect(await sent(connection)).toEqual([{ operation: changePlan, state: 'confirmed', attempts: 1 }])
})

// Catches a goal that the desk works out, and a code that nobody can ask for.
journey('a link shows its goal, its own code and the one of the platform', async () => {
  const { connection, page } = await openDesk()
  const record = await openRecord(page, 'links', 'lnk_1')
  await record.locator('[data-goal]').getByText('140.00 EUR of 500.00 EUR').waitFor()
  await expect.poll(() => record.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('28')
  await record.locator('svg path[data-modules]').waitFor()
  await record.locator('[data-ask-qr]').click()
  await page.getByRole('dialog').locator('[data-confirm]').click()
  await page.getByRole('dialog').locator('[data-outcome="confirmed"]').waitFor()
  await close(page)
  const picture = record.locator('[data-platform-qr] img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await record.locator('[data-read*="getDonors"] summary').click()
  await record
    .locator('[data-answer]')
    .getByRole('row', { name: /Hana.*15\.00 EUR/ })
    .waitFor()
  expect((await sent(connection)).map(({ state }) => state)).toEqual(['confirmed'])
})

// Catches a receipt that is opened instead of saved, or saved with other bytes than the platform sent.
journey('a receipt is saved as a file with the bytes that the platform sent', async () => {
  const { connection, page } = await openDesk()
  const record = await openRecord(page, 'receipts', 'rcp_1')
  const download = page.waitForEvent('download')
  await record.getByRole('button', { name: 'Save the receipt' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('rcp_1.txt')
  await record.getByText('Saved as rcp_1.txt.').waitFor()
  const { data } = await connection.call('platform.read', {
    operation: 'POST /api/payment/receipt/download',
    body: { receiptId: 'rcp_1' },
  })
  const { content } = (data as unknown as { data: { content: string } }).data
  const bytes = readFileSync(await saved.path())
  expect(bytes.equals(Buffer.from(content, 'base64'))).toBe(true)
  expect(bytes.toString('utf8')).toContain('Amount 12.00 EUR')
})
