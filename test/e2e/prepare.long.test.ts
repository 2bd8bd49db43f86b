import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, destination, noBrowser, openDesk, openView, publish } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

/** The check is done and the button is free; then one press begins the show. */
async function enterShow(page: Page): Promise<void> {
  await page.locator('[data-check-result]').getByText('OK').waitFor()
  await page.locator('[data-prepare] [data-enter-show]').click()
  await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
  await page.getByRole('button', { name: 'Leave show mode' }).waitFor()
}

// Presses from the first start of a profile to show mode: Prepare, Enter show mode. 2 presses, nothing typed.
// Catches a first show that has to be put together by hand, and a live desk that shows other than what was prepared.
journey('a fresh rehearsal profile is in show mode after two presses', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Prepare')
  const stream = page.getByRole('combobox', { name: 'Stream' })
  await expect.poll(() => stream.inputValue()).toBe('Night show main')
  const poll = await page.getByRole('combobox', { name: 'Poll' }).inputValue()
  expect(poll).not.toBe('')
  expect(await page.getByRole('combobox', { name: 'Payment link' }).inputValue()).not.toBe('')
  // The name of the event comes with the event.
  await expect.poll(() => page.locator('[data-show-title]').inputValue()).toBe('Night show 48')
  await enterShow(page)

  const { show } = await connection.call('show.get')
  expect(show?.title).toBe('Night show 48')
  await page.locator('[data-panel="destinations"] [data-destination="Output one"]').waitFor()
  await page.locator('[data-panel="poll"]').getByText(poll).first().waitFor()
  const { stream: chosen } = await connection.call('broadcast.get', { environment: 'rehearsal' })
  expect(chosen).toEqual({ id: 'str_1', name: 'Night show main' })
})

// Presses with an event of one's own: Prepare, New event, four fields, Publish, Arm, Publish, Prepare, Enter show mode.
// 11 presses, four of them fields.
// Catches an event that is published without a word about what it lacks, that its own destination does not show, or that
// Live does not show because it belongs to no stream.
journey('an event is published from Prepare, and Live shows where it goes', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Prepare')
  await expect.poll(() => page.getByRole('combobox', { name: 'Stream' }).inputValue()).toBe('Night show main')
  await page.locator('[data-new-event]').click()
  const missing = () =>
    page
      .locator('[data-missing-part]')
      .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-missing-part')))
  await expect.poll(missing).toEqual(['title', 'destination', 'server', 'key'])
  expect(await page.locator('[data-all-fields]').evaluate((all: HTMLDetailsElement) => all.open)).toBe(false)
  const fields = { Title: 'Night show 49', Provider: 'Output two', Server: 'rtmp.example', 'Stream key': 'key-of-two' }
  for (const [name, value] of Object.entries(fields))
    await page.getByRole('textbox', { name, exact: true }).first().fill(value)
  await page.getByRole('heading', { level: 2, name: 'Night show 49' }).waitFor()
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().focus()
  await expect.poll(missing).toEqual([])
  await page.locator('[data-in-live]').getByText('Live shows this stream.').waitFor()
  await page.locator('[data-save="saved"]').waitFor()
  await publish(page)
  await destination(page, 'Output two').getByText('Confirmed').waitFor()

  await page.locator('[data-platform-events]').getByTitle('Night show 49').waitFor()
  await openView(page, 'Prepare')
  await page.locator('[data-prepare] [data-destination="Output two"]').getByText('Night show 49').waitFor()
  // The title that the check proposes comes first, so that it does not land in what is typed.
  const title = page.locator('[data-show-title]')
  await expect.poll(() => title.inputValue()).not.toBe('')
  await title.fill('Night show 49')
  // The event of the rehearsal is published for the same stream: the person has to know that both would start.
  await page.locator('[data-check="destinations"]').getByText('Night show 48').waitFor()
  await page.locator('[data-knowingly]').check()
  await page.locator('[data-prepare] [data-enter-show]').click()
  await page.getByRole('button', { name: 'Leave show mode' }).waitFor()
  await page.locator('[data-panel="destinations"] [data-destination="Output two"]').waitFor()
  await page.locator('[data-panel="destinations"] [data-destination="Output one"]').waitFor()
  expect((await connection.call('show.get')).show?.title).toBe('Night show 49')
})

// Catches a choice that only this page knows: one that Live does not show, or that a reload and the next evening forget.
journey('what is chosen here is what Live shows, and is proposed again after a reload', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Prepare')
  const link = page.getByRole('combobox', { name: 'Payment link' })
  await expect.poll(() => page.getByRole('combobox', { name: 'Stream' }).inputValue()).toBe('Night show main')
  await link.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await link.press('Enter')
  await expect.poll(() => link.inputValue()).not.toBe('')
  const name = await link.inputValue()
  await page.getByRole('button', { name: 'End 2 h after the start' }).click()
  await expect
    .poll(async () => {
      const { link: chosen, plannedEndAt } = await connection.call('broadcast.get', { environment: 'rehearsal' })
      return [chosen?.name, plannedEndAt !== undefined]
    })
    .toEqual([name, true])
  await openView(page, 'Live')
  await page.locator('[data-panel="money"]').getByText(name).first().waitFor()
  await openView(page, 'Prepare')
  await page.reload()
  await expect.poll(() => link.inputValue()).toBe(name)
  await expect.poll(() => page.locator('[data-planned-end]').inputValue()).not.toBe('')
  expect(await page.locator('[data-proposed]').count()).toBe(0)
})
