import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const create = 'POST /api/ads/placement/create'

/** What the platform itself holds. */
async function placements(connection: DeskConnection): Promise<JsonObject[]> {
  const { data } = await connection.call('platform.read', { operation: 'GET /api/ads/placement/all' })
  return (data as unknown as { data: { items: JsonObject[] } }).data.items
}
const named = async (connection: DeskConnection, name: string): Promise<JsonObject[]> =>
  (await placements(connection)).filter((placement) => placement.name === name)

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ads', exact: true }).click()
  await page.locator('[data-moment="last"]').getByText('Opening spot').waitFor()
}
const moment = (page: Page, kind: 'running' | 'next' | 'last') => page.locator(`[data-moment="${kind}"]`)
const field = (dialog: Locator, name: string) => dialog.locator(`[data-field="${name}"]`)

/** Fills in a run and sends it as a person does: looks, arms, fires in the other place. */
async function run(page: Page, fields: Record<string, string>): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  for (const [name, value] of Object.entries(fields)) await field(dialog, name).fill(value)
  await dialog.locator('[data-continue]').click()
  await dialog
    .locator('[data-facts]')
    .getByText(fields['name'] ?? '', { exact: true })
    .first()
    .waitFor()
  await dialog.locator('[data-arm]').click()
  await dialog.locator('[data-fire]').dblclick()
  return dialog
}
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
/** As a date field takes it, in the page's own zone. */
const localInput = (page: Page, at: number): Promise<string> =>
  page.evaluate((ms) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19), at)

// Catches a break anywhere between the button and the list that a sponsor is handed: an ad that fires twice, that is not seen running, or
// whose command is missing from the proof.
journey('an ad runs now, is seen with its countdown, and stands in the proof of play with its requestId', async () => {
  const { connection, page } = await openDesk()
  await openBoard(page)
  await page.locator('[data-run-now]').click()
  // Long enough to be seen on a slow machine, behind the dialog that sent it.
  const dialog = await run(page, { advertisementId: 'ad_1', name: 'Journey spot', durationSeconds: '12' })
  await moment(page, 'running').getByText('Journey spot').waitFor()
  await expect
    .poll(() => moment(page, 'running').locator('[data-countdown]').textContent(), { interval: 20 })
    .toMatch(/^0:(0\d|1[0-2])$/)
  await page.locator('[data-phase="running"]').waitFor()
  await dialog.locator('[data-outcome="confirmed"]').waitFor()
  await close(page)

  await moment(page, 'last').getByText('Journey spot').waitFor({ timeout: 45_000 })
  await moment(page, 'last').getByText('ended').waitFor()
  await moment(page, 'running').getByText('No ad running').waitFor()
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items.map(({ operation, state, attempts }) => ({ operation, state, attempts }))).toEqual([
    { operation: create, state: 'confirmed', attempts: 1 },
  ])
  const requestId = items[0]?.requestId ?? 'none'

  await page.locator('[data-section="proof"]').click()
  const row = page.locator('[data-proof]').getByRole('row', { name: /Journey spot/ })
  await row.getByText(requestId).waitFor()
  await row.getByText('Shown', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^proof-of-play.*\.csv$/)
  const line = readFileSync(await saved.path(), 'utf8')
    .split('\r\n')
    .find((one) => one.includes('Journey spot'))
  expect(line).toContain(requestId)
  expect(line).toContain('ad_1')
  expect(await named(connection, 'Journey spot')).toMatchObject([{ status: 'ended', advertisementId: 'ad_1' }])
})

// Catches a scheduled ad that runs at once, or one that the board does not count down to.
journey('an ad is scheduled and is the next one', async () => {
  // Half an hour off the full one, and no hour of it comes twice.
  const { connection, page } = await openDesk([], { timezoneId: 'Asia/Kolkata' })
  await openBoard(page)
  await moment(page, 'next').getByText('Coffee break').waitFor()
  await page.locator('[data-schedule]').click()
  const startsAt = await localInput(page, Date.now() + 30 * 60_000)
  const dialog = await run(page, { startsAt, advertisementId: 'ad_1', name: 'Half an hour on', durationSeconds: '30' })
  await dialog.locator('[data-outcome="confirmed"]').waitFor()
  await close(page)
  await moment(page, 'next').getByText('Half an hour on').waitFor()
  await expect.poll(() => moment(page, 'next').locator('[data-countdown]').textContent()).toMatch(/^(29|30):\d\d$/)
  await page.locator('[data-phase="coming"]').waitFor()
  await page.locator('[data-section="proof"]').click()
  const proof = page.locator('[data-proof]')
  await proof.getByRole('row', { name: /Opening spot/ }).waitFor()
  // What is still to come was not shown.
  expect(await proof.getByRole('row', { name: /Half an hour on/ }).count()).toBe(0)
  expect(await named(connection, 'Half an hour on')).toMatchObject([{ status: 'scheduled' }])
})

// Catches an ad that the audience sees twice, or one that is called failed, because its answer was lost.
journey('an ad whose answer was dropped after the commit is found, and is there once', async () => {
  const { connection, page } = await openDesk()
  await openBoard(page)
  await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation: create, times: 1 } })
  await page.locator('[data-run-now]').click()
  const dialog = await run(page, { advertisementId: 'ad_1', name: 'Lost answer', durationSeconds: '600' })
  await dialog.locator('[data-outcome="confirmed"]').waitFor({ timeout: 45_000 })
  await close(page)
  await moment(page, 'running').getByText('Lost answer').waitFor()
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toMatchObject([{ state: 'confirmed', attempts: 1 }])
  expect(items[0]?.evidence.some(({ verdict }) => verdict === 'found')).toBe(true)
  expect(await named(connection, 'Lost answer')).toHaveLength(1)
  await page.locator('[data-section="proof"]').click()
  const row = page.locator('[data-proof]').getByRole('row', { name: /Lost answer/ })
  await row.getByText('Confirmed').waitFor()
  await expect.poll(() => row.count()).toBe(1)
})
