import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Arms and fires what the open dialog asks for, waits until it says how it ended, and closes it. */
async function fire(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-arm]').click()
  await dialog.locator('[data-fire]').click()
  await dialog.locator('[data-outcome="confirmed"]').waitFor({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

async function toStreams(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Streams' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Streams' }).waitFor()
}

async function openStream(page: Page, name: string): Promise<void> {
  await toStreams(page)
  await page.getByRole('grid', { name: 'Streams' }).getByText(name, { exact: true }).click()
  await page.locator('[data-stream-page]').waitFor()
}

async function sent(connection: DeskConnection, operation: string) {
  const { items } = await connection.call('ledger.list', { limit: 100 })
  return items.filter((item) => item.operation === operation)
}

/** The platform's word, as the screen writes it. */
const state = (page: Page, word: string) =>
  page.locator('[data-stream-state]').getByText(word.charAt(0).toUpperCase() + word.slice(1), { exact: true })

// Catches a break anywhere between a new stream and its broadcast: form, confirmation, ledger, platform, what is then read and drawn.
journey(
  'a person makes a stream, chooses it as the broadcast, starts it and sees it live with its age and its figures',
  async () => {
    const { connection, page } = await openDesk()
    await toStreams(page)
    await page.locator('[data-create]').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Winter special')
    await dialog.getByRole('textbox', { name: /^Channel/ }).fill('chn_1')
    await dialog.locator('[data-continue]').click()
    await fire(page)
    await openStream(page, 'Winter special')
    await state(page, 'idle').waitFor()

    await page.getByRole('button', { name: 'Use as broadcast' }).click()
    await page.getByRole('button', { name: 'Broadcast', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Broadcast: Winter special' }).waitFor()
    expect((await connection.call('broadcast.get', { environment: 'rehearsal' })).stream?.name).toBe('Winter special')
    await page
      .locator('[data-check-row="destinations"][data-check-state="fail"]')
      .getByRole('link', { name: /^Fix/ })
      .waitFor()

    await page.getByRole('button', { name: 'Start stream' }).click()
    await fire(page)
    await state(page, 'live').waitFor({ timeout: 30_000 })
    await page.locator('[data-stream-head] time').first().waitFor()
    await page.locator('[data-figures]').getByText('Bitrate (kbps)').waitFor({ timeout: 30_000 })
    await page.getByRole('img', { name: /^Figures over time/ }).waitFor()
    const starts = await sent(connection, 'PUT /api/video/stream/update')
    expect(starts).toMatchObject([{ state: 'confirmed', attempts: 1 }])
  },
)

// Catches the second start after a lost answer: the audience would see it.
journey('a start whose answer is lost is read, and not started again', async () => {
  const { connection, page } = await openDesk()
  await openStream(page, 'Night show main')
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'drop_after_commit', operation: 'PUT /api/video/stream/update', times: 1 },
  })
  await page.getByRole('button', { name: 'Start stream' }).click()
  await fire(page)
  const starts = await sent(connection, 'PUT /api/video/stream/update')
  expect(starts).toHaveLength(1)
  expect(starts[0]).toMatchObject({ state: 'confirmed', attempts: 1 })
  expect(starts[0]?.evidence.some(({ verdict }) => verdict === 'found')).toBe(true)
  await state(page, 'live').waitFor({ timeout: 30_000 })
})

// Catches a key that makes two clips, none, or one that nobody finds again; and a title that is lost with the page.
journey('one key makes one clip; its title stays, and a lost answer shows what the platform has', async () => {
  const { connection, page } = await openDesk()
  await openStream(page, 'Night show main')
  await page.keyboard.press('Control+Shift+C')
  await page.locator('[data-last-clip][data-clip-state="confirmed"]').waitFor()
  await page.locator('[data-last-clip]').getByRole('textbox').fill('The joke')
  await page.getByRole('button', { name: 'Save title' }).first().click()
  await page.getByText('Saved on this computer.').waitFor()
  const clips = page.locator('[data-clips]').getByRole('grid', { name: 'Clips' })
  await clips.getByText('The joke').waitFor()
  expect(await sent(connection, 'POST /api/video/stream/createClip')).toHaveLength(1)
  await page.reload()
  await clips.getByText('The joke').waitFor()

  await connection.call('rehearsal.setFault', {
    fault: { kind: 'drop_after_commit', operation: 'POST /api/video/stream/createClip', times: 1 },
  })
  await page.getByRole('button', { name: /^Clip now/ }).click()
  const last = page.locator('[data-last-clip][data-clip-state="unknown"]')
  await last.waitFor({ timeout: 30_000 })
  // Chosen before the platform shows it, it stays the chosen one when it does.
  await clips.getByText('Unknown').click()
  await page.locator('[data-clip-detail]').waitFor()
  await page.locator('[data-refresh-record]').click()
  await page.getByText('The platform has a clip with this title').waitFor()
  expect(await sent(connection, 'POST /api/video/stream/createClip')).toHaveLength(2)
  await page.locator('[data-clip-detail] [data-choice="confirmed"]').click()
  await clips.getByText('Unknown').waitFor({ state: 'hidden' })
})

// Catches embed code that runs, loads or leaves its frame; a breach of the page's policy fails the journey by itself.
journey('embed code is shown as text, pictured without being run, and its addresses are named', async () => {
  const { page } = await openDesk()
  await openStream(page, 'Night show main')
  await page.getByRole('button', { name: 'Get embed code' }).click()
  await page.locator('[data-embed-code]').getByText('<iframe src="https://video.example.invalid/embed/str_1"').waitFor()
  const frame = page.locator('[data-embed] iframe')
  expect(await frame.getAttribute('sandbox')).toBe('')
  await page.frameLocator('[data-embed] iframe').getByText('640 × 360').waitFor()
  await page.locator('[data-embed-addresses]').getByText('https://video.example.invalid/embed/str_1').waitFor()
})

// Catches a rate limit, or a platform that is gone, shown as a stream that has ended.
journey('while nothing can be read the last state stays, with its age and the reason', async () => {
  const { connection, page } = await openDesk()
  await connection.call('ledger.submit', {
    operation: 'PUT /api/video/stream/update',
    body: { streamId: 'str_1', started: true, paused: false, stopped: false },
  })
  await openStream(page, 'Night show main')
  await state(page, 'live').waitFor()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'rate_limit', operation: 'POST /api/video/stream/getStatus', times: 1, retryAfterSeconds: 60 },
  })
  // The check before a show reads the state too: whoever is refused first, the other waits for the same gate.
  await page
    .locator('[data-stream-head] :is([data-watch-error="rate_limited"], [data-watch-waiting="gate"])')
    .waitFor({ timeout: 45_000 })
  await state(page, 'live').waitFor()
  await page.locator('[data-check-row="gates"][data-check-state="fail"]').waitFor()
})

// Catches a screen that a part of the crew can't read or reach, and one that overflows in a dock.
journey.each([
  ['dark', 1440],
  ['light', 1440],
  ['dark', 400],
  ['light', 900],
] as const)('axe finds nothing serious and nothing overflows (%s, %i px)', async (colorScheme, width) => {
  const { page } = await openDesk([], { colorScheme, viewport: { width, height: 800 } })
  await openStream(page, 'Night show main')
  await page.getByRole('button', { name: 'Get embed code' }).click()
  await page.locator('[data-embed-code]').waitFor()
  await page.keyboard.press('Control+Shift+C')
  await page.locator('[data-last-clip][data-clip-state="confirmed"]').waitFor()
  await page.evaluate(axe)
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  expect(
    results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .join(' | ')
            .slice(0, 400)}`,
      ),
  ).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
})
