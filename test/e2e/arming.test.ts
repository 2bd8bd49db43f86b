// What is armed belongs to its place and its moment, in a real browser: a thread that stands still and a second window.
import { afterAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, fillEvent, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const environment = 'rehearsal'

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not to be seen.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The page's thread stands still, as with a large answer or a waking laptop; what is pressed meanwhile waits in its queue. */
async function pressDuringStall(page: Page, selector: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { x, y } = await middleOf(page, selector)
  await page.mouse.move(x, y)
  const { promise: stalls, resolve } = Promise.withResolvers<undefined>()
  await page.exposeFunction('stalls', () => resolve(undefined))
  const stalled = page.evaluate(() => {
    ;(globalThis as unknown as { stalls: () => void }).stalls()
    const end = performance.now() + 1_600
    while (performance.now() < end);
  })
  await stalls
  const pressed = page.mouse.down().then(() => page.mouse.up())
  await meanwhile()
  await Promise.all([stalled, pressed])
}

async function otherEnvironment(connection: DeskConnection): Promise<void> {
  const { environments } = await connection.call('environments.list')
  const here = environments.find(({ id }) => id === environment)
  await connection.call('environments.configure', { id: 'development', baseUrl: here?.baseUrl ?? '' })
  await connection.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'development-key',
  })
  await connection.call('broadcast.choose', {
    environment: 'development',
    stream: { id: 'str_1', name: 'Night show main' },
  })
}
const selectOther = (connection: DeskConnection) => connection.call('environments.select', { id: 'development' })
const written = async (connection: DeskConnection) =>
  (await connection.call('ledger.list', { limit: 50 })).items.map(({ operation, environment: where, state }) => ({
    operation,
    where,
    state,
  }))

async function openLive(): Promise<{ connection: DeskConnection; page: Page }> {
  const { connection, page } = await openDesk()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
  await otherEnvironment(connection)
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await page.locator('[data-destination="Output one"]').waitFor()
  return { connection, page }
}
const start = '[data-transport="start"]'

// Catches the start that was armed in rehearsal and goes out in the environment that another window has chosen since.
journey('what was armed is gone as soon as another window selects another environment', async () => {
  const { connection, page } = await openLive()
  await page.locator(`${start} [data-arm]`).click()
  await page.locator(`${start} [data-fire]`).waitFor()
  await selectOther(connection)
  await page.locator(`${start} [data-fire]`).waitFor({ state: 'hidden' })
  expect(await written(connection)).toEqual([])
})

// Catches the press that waited in the queue of a page that stood still: 6 of 6 fired in the other environment.
journey('a press during a page that stands still sends nothing', async () => {
  const { connection, page } = await openLive()
  await page.locator(`${start} [data-arm]`).click()
  await page.locator(`${start} [data-fire]`).waitFor()
  await pressDuringStall(page, `${start} [data-fire]`, () => selectOther(connection))
  await page.locator(`${start} [data-fire]`).waitFor({ state: 'hidden' })
  expect(await written(connection)).toEqual([])
})

// Catches a dialog that arms by a timer alone.
journey('a dialog refuses the press of a page that stood still, and takes the next one', async () => {
  const { connection, page } = await openDesk()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await fillEvent(page, { Title: 'Night show 48' })
  await page.getByRole('button', { name: 'Publish to 1', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-arm]').click()
  await dialog.locator('[data-fire]').waitFor()
  await pressDuringStall(page, '[role="dialog"] [data-fire]', () => Promise.resolve())
  await dialog.locator('[data-fire]').waitFor({ state: 'hidden' })
  expect(await written(connection)).toEqual([])

  await dialog.locator('[data-arm]').click()
  await page.keyboard.press('Escape')
  await dialog.locator('[data-fire]').waitFor({ state: 'hidden' })
  await dialog.locator('[data-arm]').click()
  await dialog.getByRole('button', { name: 'Publish to 1', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => (await written(connection)).map(({ where, state }) => ({ where, state })), { timeout: 20_000 })
    .toEqual([{ where: environment, state: 'confirmed' }])
})
