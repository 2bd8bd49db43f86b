// Publishing, polls, ads, refunds and templates in every dialect that the rehearsal platform speaks: each area once in each, a write whose
// answer is lost over the bridge, and its screen in a browser. Combinations of dialects are the reader's own tests.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { profileSecretFields } from '#contract/models.ts'
import { endDesk, startDesk, type Desk, type DeskConnection } from '../support/desk.ts'
import { rehearsalDialects, type RehearsalDialect } from '../support/rehearsal/dialects.ts'
import { startTestPlatform, type TestPlatform } from '../support/rehearsal/platform.ts'
import { holdDown } from './support/operation-page.ts'
import { closeBrowser, destination, fillEvent, noBrowser, openPage, publish } from './page.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(closeBrowser)

interface Area {
  name: string
  /** A write, what its record alone holds, and the list that shows it. */
  write: { operation: string; body: JsonObject }
  mark: string
  list: { operation: string; body?: JsonObject }
  /** What a person does there. */
  screen: (page: Page) => Promise<void>
}

const credentials = Object.fromEntries(profileSecretFields.map((name) => [name, null]))
const go = (page: Page, address: string): Promise<void> => page.evaluate((hash) => void (location.hash = hash), address)

const areas: Area[] = [
  {
    name: 'publishing',
    write: {
      operation: 'PUT /api/video/event/update',
      body: {
        options: { ...credentials, providerName: 'Lost stage', providerId: 'lost-1' },
        details: {
          streamId: 'str_3',
          videoId: 'vid-lost',
          title: 'Lost show',
          started: false,
          paused: false,
          stopped: false,
        },
      },
    },
    mark: 'Lost stage',
    list: { operation: 'GET /api/video/details/all' },
    async screen(page) {
      await fillEvent(page, { Title: 'Night show', Provider: 'Second stage' })
      await publish(page)
      const row = destination(page, 'Second stage')
      await row.getByText('Confirmed').waitFor()
      await page.getByRole('link', { name: 'Streams' }).first().click()
      await page.getByText('Night show main').first().waitFor()
    },
  },
  {
    name: 'polls',
    write: {
      operation: 'POST /api/vote/embed/create',
      body: {
        name: 'Lost poll',
        question: 'Was it lost?',
        options: [
          { id: 'Yes', text: 'Yes' },
          { id: 'No', text: 'No' },
        ],
      },
    },
    mark: 'Was it lost?',
    list: { operation: 'POST /api/vote/embed/all', body: {} },
    async screen(page) {
      await page.getByRole('link', { name: 'Polls' }).first().click()
      await page.locator('[data-poll-list]').getByText('Who should come next?').click()
      await page.getByRole('heading', { level: 2, name: 'Who should come next?' }).waitFor()
      await expect.poll(() => page.locator('[data-total]').textContent()).toBe('200')
      await page.getByText('Leading: A clockmaker, 93.').waitFor()
      const bar = page.locator('[data-step-bar]')
      await bar.getByRole('button', { name: 'Arm: Reveal results' }).click()
      await bar.getByRole('button', { name: 'Reveal results', exact: true }).click()
      await page.locator('[data-step="reveal"][aria-current="step"]').waitFor()
    },
  },
  {
    name: 'ads',
    write: {
      operation: 'POST /api/ads/placement/create',
      body: { advertisementId: 'ad_1', name: 'Lost spot', durationSeconds: 600 },
    },
    mark: 'Lost spot',
    list: { operation: 'GET /api/ads/placement/all' },
    async screen(page) {
      await page.getByRole('link', { name: 'Ads', exact: true }).click()
      await page.locator('[data-moment="last"]').getByText('Opening spot').waitFor()
      await page.locator('[data-run-now]').click()
      const dialog = page.getByRole('dialog')
      for (const [name, value] of Object.entries({
        advertisementId: 'ad_1',
        name: 'Dialect spot',
        durationSeconds: '300',
      }))
        await dialog.locator(`[data-field="${name}"]`).fill(value)
      await dialog.locator('[data-continue]').click()
      await dialog.locator('[data-facts]').getByText('Dialect spot', { exact: true }).first().waitFor()
      await dialog.locator('[data-arm]').click()
      await dialog.locator('[data-fire]').dblclick()
      await page.locator('[data-moment="running"]').getByText('Dialect spot').waitFor()
      await dialog.locator('[data-outcome="confirmed"]').waitFor()
    },
  },
  {
    name: 'refunds',
    write: {
      operation: 'POST /api/payment/refund/partialrefund',
      body: { chargeId: 'chg_1', amount: 123, reason: 'Lost on its way' },
    },
    mark: 'Lost on its way',
    list: { operation: 'POST /api/payment/refund/searchbycharge', body: { chargeId: 'chg_1' } },
    async screen(page) {
      await go(page, '#/payments?section=charges&id=chg_3&refund=1')
      const dialog: Locator = page.getByRole('dialog')
      await expect.poll(() => dialog.locator('[data-figure="remaining"]').innerText()).toBe('50.00 EUR')
      await dialog.getByRole('textbox', { name: 'Amount to refund' }).fill('12,40')
      await dialog.getByRole('button', { name: 'Review' }).click()
      await dialog.locator('[data-facts]').getByText('37.60 EUR').first().waitFor()
      const button = dialog.getByRole('button', { name: 'Hold: Refund 12.40 EUR', exact: true })
      await holdDown(button, () => button.waitFor({ state: 'hidden' }))
      await dialog.getByText('37.60 EUR of the charge can still be refunded.').waitFor()
    },
  },
  {
    name: 'templates',
    write: {
      operation: 'POST /api/marketing/template/create',
      body: { name: 'Lost template', subject: 'Was it lost?' },
    },
    mark: 'Lost template',
    list: { operation: 'POST /api/marketing/template/all', body: {} },
    async screen(page) {
      await go(page, '#/templates')
      await page.locator('[data-platform] summary').click()
      await page.locator('[data-record="tpl_1"]').click()
      const subject = page.getByRole('textbox', { name: 'Subject' })
      await expect.poll(() => subject.inputValue()).toBe('{{showTitle}} is on tonight')
      await subject.fill('Another subject: {{showTitle}}')
      await page.locator('[data-save="saved"]').first().waitFor()
      await page.locator('[data-send]').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[data-confirm]').click()
      await dialog.waitFor({ state: 'hidden' })
      await page.locator('[data-sent="confirmed"]').waitFor()
    },
  },
]

/** How often a text stands in what the platform lists, whatever its shape. */
async function listed(connection: DeskConnection, { list, mark }: Area): Promise<number> {
  const { data } = await connection.call('platform.read', list)
  return JSON.stringify(data).split(JSON.stringify(mark)).length - 1
}

describe.each(rehearsalDialects)('%s', (dialect: RehearsalDialect) => {
  let desk: Desk
  let connection: DeskConnection
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startTestPlatform()
    platform.setDialect(dialect)
    desk = await startDesk({ args: ['--environment', 'rehearsal', '--base-url', platform.baseUrl] })
    connection = await desk.connect()
    await connection.call('credentials.save', {
      environment: 'rehearsal',
      credential: 'apiKey',
      value: 'rehearsal-key',
    })
    await connection.call('credentials.save', {
      environment: 'rehearsal',
      credential: 'session',
      value: { token: 'rehearsal-session', accountId: 'acc_rehearsal', sessionId: 'ses_rehearsal' },
    })
  })
  afterAll(async () => {
    await endDesk(desk)
    await platform.close()
  })
  beforeEach(() => void platform.reset())

  // Catches a write that arrived and is never found again, or that is sent twice, because the answer has another shape.
  test.each(areas)('$name: a write whose answer is lost is found', async (area) => {
    platform.setFault({ kind: 'drop_after_commit', operation: area.write.operation, times: 1 }, true)
    const { id } = await connection.call('ledger.submit', area.write)
    await expect.poll(async () => (await connection.call('ledger.get', { id })).state).toBe('confirmed')
    expect(await connection.call('ledger.get', { id })).toMatchObject({ attempts: 1 })
    expect(await listed(connection, area)).toBe(1)
  })

  // Catches a screen that shows an empty list, no figure, or a command that can't be seen to have worked, in another shape.
  test.skipIf(noBrowser).each(areas)(
    '$name: a person sees what is there, acts and sees it done',
    async ({ screen }) => {
      const page = await openPage(desk)
      page.setDefaultTimeout(30_000)
      await screen(page)
    },
  )
})
