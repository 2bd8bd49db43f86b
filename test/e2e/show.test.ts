import { afterAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const update = 'PUT /api/video/event/update'
const environment = 'rehearsal'

/** The rehearsal platform's weekly show, chosen as the broadcast, on the live desk. */
async function openLive(): Promise<{ connection: DeskConnection; page: Page }> {
  const { connection, page } = await openDesk()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', {
    environment,
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: 'emb_2', name: 'Next guest' },
    link: { id: 'lnk_1', name: 'Winter special' },
  })
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await page.locator('[data-destination="Output one"]').waitFor()
  return { connection, page }
}

async function enterShow(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter show mode' }).first().click()
  const dialog = page.getByRole('dialog')
  // The rows come together, and with them what is asked of those that fail.
  await dialog.locator('[data-check="disk"]').waitFor({ state: 'attached' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  const knowingly = dialog.locator('[data-knowingly]')
  if (await knowingly.isVisible()) await knowingly.check()
  await dialog.locator('[data-enter-show]').click()
  await dialog.waitFor({ state: 'hidden' })
}

const transport = (page: Page, action: string) => page.locator(`[data-transport="${action}"]`)
const sent = async (connection: DeskConnection) =>
  (await connection.call('ledger.list', { limit: 50 })).items.filter(({ operation }) => operation === update)

/** Arms, then fires in the other place, as a person does. */
async function fire(page: Page, action: string): Promise<void> {
  await transport(page, action).locator('[data-arm]').click()
  await transport(page, action).locator('[data-fire]').click()
}

// Catches a desk that talks over itself: one Start was five announcements, its request and each step of its outcome among them.
journey('one command is one announcement', async () => {
  const { page } = await openLive()
  await transport(page, 'start').locator('[data-arm]').click()
  await transport(page, 'start').locator('[data-fire]').waitFor()
  await page.evaluate(() => {
    const heard: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const node = target instanceof Element ? target : target.parentElement
        const region = node?.closest('[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])')
        const text = region?.textContent.trim() ?? ''
        if (text !== '' && heard.at(-1) !== text) heard.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { heard })
  })
  await transport(page, 'start').locator('[data-fire]').click()
  await page.locator('header [data-air="live"]').waitFor()
  // What comes late counts as well.
  await page.waitForTimeout(4_000)
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toContain('Start')
})

// Catches a break anywhere between the look before a show and its report, and a button that fires twice.
journey('a show from its look to its report; a double click fires once', async () => {
  const { connection, page } = await openLive()
  await enterShow(page, 'Night show 48')
  await page.getByRole('button', { name: 'Leave show mode' }).waitFor()
  expect((await connection.call('show.get')).show?.title).toBe('Night show 48')
  // A show is on and nothing runs: no red yet.
  expect(await page.locator('.frame').getAttribute('data-on-air')).toBe('false')

  // On a slow machine the two presses may be too far apart for one movement of the hand: the second then disarms.
  do await transport(page, 'start').locator('[data-arm]').dblclick()
  while ((await transport(page, 'start').locator('[data-fire]').count()) === 0)
  await transport(page, 'start').locator('[data-fire]').dblclick()
  await page.locator('[data-panel="destinations"] [data-outcome="confirmed"]').waitFor({ timeout: 30_000 })
  await page.locator('.frame[data-on-air="true"]').waitFor()
  await page.locator('header [data-air="live"]').waitFor()
  const intents = await sent(connection)
  expect(intents).toHaveLength(1)
  expect(intents[0]).toMatchObject({ state: 'confirmed', attempts: 1 })

  await page.getByRole('button', { name: 'Mark', exact: true }).click()
  const places = () =>
    Promise.all(['[data-clock]', '[data-panel="clock"]'].map((part) => page.locator(part).boundingBox()))
  const before = await places()
  await fire(page, 'stop')
  await page.locator('.frame[data-on-air="false"]').waitFor({ timeout: 30_000 })
  expect(await sent(connection)).toHaveLength(2)

  // One press to the report of the show so far, with what was read of it; nothing moved when it came.
  await page.locator('[data-see-report]').waitFor()
  expect(await places()).toEqual(before)
  await page.locator('[data-see-report]').click()
  const report = page.locator('[data-show-report]')
  await expect.poll(() => report.locator('[data-fact="air"]').innerText()).toMatch(/00:\d\d:\d\d/)
  await page.keyboard.press('Escape')
  await report.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Leave show mode' }).click()
  await page.locator('[data-leave-show]').click()
  await report.getByText('Night show 48').waitFor()
  await expect.poll(() => report.locator('[data-fact="moments"]').innerText()).toContain('1 mark')
  await page.locator('[data-show-air]').getByText('Show mode is off. You are off air.').waitFor()
  await expect.poll(() => report.getByRole('link', { name: /(Started|Stopped) “/ }).count()).toBe(2)
  expect((await connection.call('show.get')).show).toBeUndefined()
})

// Catches the start that fires ten minutes late: what is armed or fired while offline must never leave afterwards.
journey('an armed command does not fire late after the platform comes back', async () => {
  const { connection, page } = await openLive()
  await enterShow(page, 'Night show 48')
  await transport(page, 'start').locator('[data-arm]').click()
  await connection.call('rehearsal.setFault', { fault: { kind: 'offline' } })
  await connection.call('connection.probe')
  await transport(page, 'start').locator('[data-fire]').waitFor({ state: 'hidden' })
  await transport(page, 'start').getByText('never sent late').waitFor()
  // By the control API, as a script would, past every screen.
  const refused = await connection.call('ledger.submit', {
    operation: update,
    body: { options: { providerName: 'Output one' }, details: { streamId: 'str_1', started: true } },
    press: crypto.randomUUID(),
  })
  expect(refused.state).toBe('rejected')

  await connection.call('rehearsal.setFault', { fault: { kind: 'offline' }, on: false })
  await connection.call('connection.probe')
  await transport(page, 'start').getByText('Then press here').waitFor()
  const { lanes } = await connection.call('ledger.queue')
  expect(lanes).toEqual([])
  const intents = await sent(connection)
  expect(intents.map(({ id, state }) => ({ id, state }))).toEqual([{ id: refused.id, state: 'rejected' }])
  expect(await page.locator('.frame').getAttribute('data-on-air')).toBe('false')
})

// Catches a command that is repeated, or shown as failed, when its answer was lost on the way.
journey('a start whose answer was dropped after the commit is seen, not repeated', async () => {
  const { connection, page } = await openLive()
  await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation: update, times: 1 } })
  await fire(page, 'start')
  await page.locator('header [data-air="live"]').waitFor({ timeout: 30_000 })
  await expect
    .poll(async () => (await sent(connection)).map(({ state, attempts }) => ({ state, attempts })), { timeout: 20_000 })
    .toEqual([{ state: 'confirmed', attempts: 1 }])
})

// Catches a show that moves elsewhere or reloads under the hand.
journey('in a show the environment stays', async () => {
  const { connection, page } = await openLive()
  await connection.call('environments.configure', { id: 'development', baseUrl: 'http://127.0.0.1:9' })
  await enterShow(page, 'Night show 48')
  await page.getByRole('button', { name: /^Environment: Rehearsal/ }).click()
  await page.locator('[data-environment-stays]').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Development/ }).isDisabled()).toBe(true)
})
