// A rundown from its first word to the report of the show, in the built desk.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk, openPage, openView } from '../page.ts'
import { handsOn, type Hands } from '../support/hands.ts'
import { showRundown } from '../support/rundowns.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const environment = 'rehearsal' as const

/** From a row of the table: adds a cue behind it, names it, and comes back to its row. */
async function addCue(hands: Hands, title: string, key = 'n'): Promise<void> {
  await hands.press(key)
  await hands.on('[data-cue-field="title"]')
  await hands.type(title)
  await hands.press('Enter')
  await hands.on('[data-cue]')
}

/** From a row of the table: adds a step to its cue, and comes back. */
async function addStep(hands: Hands, kind: string, text: string): Promise<void> {
  await hands.press('Enter')
  await hands.on('[data-cue-field="title"]')
  await hands.tabTo(`[data-add-step="${kind}"]`)
  await hands.press('Enter')
  await hands.on('[data-step-form] input')
  await hands.type(text)
  await hands.press('Escape')
  await hands.on('[data-cue]')
}

async function go(page: Page): Promise<void> {
  await page.locator('[data-go] [data-arm]:not([aria-disabled="true"])').click()
  await page.locator('[data-go] [data-fire]').click({ delay: 30 })
}

// Catches a break anywhere between the first word of a rundown and the report of its show, a step that waits for nobody,
// and two windows that both fire.
journey('a rundown is written by keyboard, rehearsed, gone through and reported', async () => {
  const { desk, connection, page } = await openDesk()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })

  await openView(page, 'Rundowns')
  const hands = handsOn(page)
  await hands.tabTo('[data-create]')
  await hands.press('Enter')
  await hands.on('input[data-rundown-title]')
  await hands.type('Night show 49')
  await hands.tabTo('[data-cue]')
  await addCue(hands, 'Opening', 'Enter')
  await addStep(hands, 'mark', 'Opening titles')
  await addStep(hands, 'wait', 'the guest is ready')
  await addCue(hands, 'Interview')
  await addStep(hands, 'mark', 'Interview begins')
  await addCue(hands, 'Good night')
  await addCue(hands, 'Ads')
  // It belongs before the last one.
  await hands.press('Alt+ArrowUp')
  await addCue(hands, 'A slip')
  await hands.press('Delete')
  await page.locator('[data-cue]', { hasText: 'A slip' }).waitFor({ state: 'detached' })
  await hands.press('Control+z')
  await page.locator('[data-cue][aria-selected="true"]', { hasText: 'A slip' }).waitFor()
  await hands.press('Delete')
  await page.locator('[data-save="saved"]').waitFor()
  const [head] = (await connection.call('rundown.list', { limit: 5 })).items
  const id = head?.id ?? ''
  const written = await connection.call('rundown.get', { id })
  expect(written.title).toBe('Night show 49')
  expect(written.cues.map(({ title }) => title)).toEqual(['Opening', 'Interview', 'Ads', 'Good night'])
  expect(written.cues[0]?.steps.map(({ action }) => action.kind)).toEqual(['mark', 'wait'])

  // A dry run against rehearsal.
  await hands.tabTo('[data-tab="dry"]')
  await hands.press('Enter')
  await hands.tabTo('[data-dry-begin]')
  await hands.press('Enter')
  await page.locator('[data-dry-run][data-state="done"]').waitFor()
  expect(await page.locator('[data-dry-summary]').innerText()).toBe('Nothing found that would fail')
  expect(await page.locator('[data-dry-step]').count()).toBe(3)

  await hands.tabTo('[data-choose]', 'Shift+Tab')
  await hands.press('Enter')
  await page.locator('[data-chosen]').waitFor()

  // The show begins.
  await openView(page, 'Live')
  await page.getByRole('button', { name: 'Enter show mode' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-check="disk"]').waitFor({ state: 'attached' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Night show 49')
  const knowingly = dialog.locator('[data-knowingly]')
  if (await knowingly.isVisible()) await knowingly.check()
  await dialog.locator('[data-enter-show]').click()
  await dialog.waitFor({ state: 'hidden' })

  // The first cue stops at its wait, and goes on by two presses. Its key arms it and fires nothing.
  await page.keyboard.press('Shift+F9')
  await page.locator('[data-go] [data-fire]').waitFor()
  expect((await connection.call('firing.current')).firing).toBeNull()
  await page.locator('[data-go] [data-fire]').click({ delay: 30 })
  await page.locator('[data-go-panel][data-firing="waiting"]').waitFor()
  expect(await page.locator('[data-go-state]').innerText()).toBe('Waits for you: the guest is ready')
  await page.locator('[data-go-on] [data-arm]').click()
  await page.locator('[data-go-on] [data-fire]').click({ delay: 30 })
  await page.locator('[data-panel="rundown"] [data-state="done"]').waitFor()

  // Two windows press Go at the same moment: one fires, the other is told.
  const second = await openPage(desk)
  await openView(second, 'Live')
  const windows = [page, second]
  const firedCount = async () => (await connection.call('rundown.position', { environment })).position?.fired.length
  for (const one of windows) await one.locator('[data-go] [data-arm]:not([aria-disabled="true"])').waitFor()
  // On a busy machine arming may expire; then both arm again.
  for (let tries = 0; tries < 5 && (await firedCount()) === 1; tries += 1) {
    await Promise.all(windows.map((one) => one.locator('[data-go] [data-arm]').click()))
    const pressed = windows.map((one) => one.locator('[data-go] [data-fire]').click({ delay: 30, timeout: 4_000 }))
    await Promise.allSettled(pressed)
    await expect
      .poll(firedCount, { timeout: 4_000 })
      .toBe(2)
      .catch(() => undefined)
  }
  expect(await firedCount()).toBe(2)
  const told = async (): Promise<string[]> =>
    (
      await Promise.all(
        windows.map(async (one) => [
          await one.locator('[data-go-state]').innerText(),
          ...(await one.locator('[data-panel="rundown"] [data-error-code]').allInnerTexts()),
        ]),
      )
    ).flat()
  await expect
    .poll(async () => (await told()).filter((text) => /Another window fired “Interview”|pressed Go/.test(text)).length)
    .toBe(1)
  for (const one of windows)
    await one.locator('[data-panel="rundown"] [data-cue][data-state="next"]', { hasText: 'Ads' }).waitFor()

  await go(second)
  await page.locator('[data-panel="rundown"] [data-cue][data-state="next"]', { hasText: 'Good night' }).waitFor()
  await go(page)
  await expect
    .poll(async () =>
      (await connection.call('rundown.position', { environment })).position?.fired.map(({ title }) => title),
    )
    .toEqual(['Opening', 'Interview', 'Ads', 'Good night'])
  expect(await page.locator('[data-go] [role="group"], [data-go]').first().innerText()).toContain('No cue is left')

  // The report lists what was gone through.
  await page.getByRole('button', { name: 'Leave show mode' }).click()
  await page.locator('[data-leave-show]').click()
  await page.locator('[data-report-part="cues"] li').nth(3).waitFor()
  const lines = await page.locator('[data-report-part="cues"] li').allInnerTexts()
  expect(
    lines.map(
      (line) =>
        line
          .replaceAll(/\s+/g, ' ')
          .replace(/^\S+ (?:[AP]M )?/, '')
          .split(',')[0],
    ),
  ).toEqual(['Opening', 'Interview', 'Ads', 'Good night'])
})

// Catches a file whose columns are guessed wrong without a question, and a merge that touches what the file does not have.
journey('a CSV file is mapped, looked at and merged by id', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Rundowns')
  const choose = async (button: () => Promise<unknown>, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await button()
    await (await chooser).setFiles({ name: 'show.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  await choose(
    () => page.locator('[data-import]').click(),
    'id,What,Begins,Duration,Who\na,Opening,20:15,3:00,Ana\nb,Interview,,15 min,Ben\n',
  )
  const dialog = page.locator('[data-import-dialog]')
  await dialog.locator('[data-import-row="added"]').nth(1).waitFor()
  // Nobody guesses that this is the time of day.
  await page.getByRole('combobox', { name: 'Column Begins' }).click()
  await page.getByRole('option', { name: 'Time', exact: true }).click()
  await dialog.getByText('20:15:00').waitFor()
  await page.locator('[data-import-now]').click()
  await page.locator('[data-cue="b"]').waitFor()
  const id = (await connection.call('rundown.list', { limit: 5 })).items[0]?.id ?? ''
  expect((await connection.call('rundown.get', { id })).cues).toMatchObject([
    { id: 'a', title: 'Opening', at: '20:15:00', durationMs: 180_000 },
    { id: 'b', title: 'Interview', durationMs: 900_000 },
  ])

  await page.locator('[data-open] [data-more]').click()
  await choose(() => page.getByRole('button', { name: 'Import into this one' }).click(), 'id,Title\nb,Long interview\n')
  await dialog.locator('[data-import-row="changed"]').waitFor()
  await page.locator('[data-import-now]').click()
  await page.locator('[data-cue="b"]', { hasText: 'Long interview' }).waitFor()
  expect((await connection.call('rundown.get', { id })).cues).toMatchObject([
    { id: 'a', title: 'Opening', at: '20:15:00', durationMs: 180_000 },
    { id: 'b', title: 'Long interview', durationMs: 900_000 },
  ])
})

// Catches a cue that no mouse can drag, one that lands a place beside its mark, and a drag that is given up and moves it.
journey('a cue is dragged with the mouse', async () => {
  const { connection, page } = await openDesk()
  const id = (await showRundown(connection)).slice('rundown?id='.length)
  await page.evaluate((to) => (location.hash = `#/rundown?id=${to}`), id)
  const grip = (cue: string) => page.locator(`[data-cue="${cue}"] [data-drag]`)
  await grip('cue_1').waitFor()
  const order = async () => (await connection.call('rundown.get', { id })).cues.map((cue) => cue.id)
  /** To the upper or the lower half of that row, in several moves as a hand makes them. */
  async function drag(cue: string, to: string, half: 'upper' | 'lower'): Promise<void> {
    const from = await grip(cue).boundingBox()
    const row = await page.locator(`[data-cue="${to}"]`).boundingBox()
    if (from === null || row === null) throw new Error('A row is not drawn.')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(row.x + 200, row.y + row.height * (half === 'upper' ? 0.25 : 0.75), { steps: 8 })
  }
  expect(await order()).toEqual(['grp_1', 'cue_1', 'cue_2', 'nte_1', 'cue_3', 'cue_4'])
  await drag('cue_3', 'cue_2', 'upper')
  await page.locator('[data-cue="cue_2"].before').waitFor()
  await page.mouse.up()
  await expect.poll(order).toEqual(['grp_1', 'cue_1', 'cue_3', 'cue_2', 'nte_1', 'cue_4'])
  await page.locator('[data-cue="cue_3"]:focus').waitFor()
  await drag('cue_1', 'cue_4', 'lower')
  await page.locator('[data-cue="cue_4"].after').waitFor()
  await page.mouse.up()
  const dragged = ['grp_1', 'cue_3', 'cue_2', 'nte_1', 'cue_4', 'cue_1']
  await expect.poll(order).toEqual(dragged)
  await page.locator('[data-save="saved"]').waitFor()

  // One that is given up leaves no mark and moves nothing.
  await drag('cue_1', 'grp_1', 'upper')
  await page.locator('[data-cue="grp_1"].before').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-cue].before').waitFor({ state: 'detached' })
  await page.mouse.up()
  expect(await order()).toEqual(dragged)
})
