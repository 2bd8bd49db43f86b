import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const environment = 'rehearsal'

// Catches a second window that can't connect, shows its token, hears nothing, or stands still.
journey('the stage opens in a window of its own, shows the message and runs', async () => {
  const { desk, connection, page } = await openDesk()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
  await connection.call('show.enter', { title: 'Night show 48' })
  await page.getByRole('link', { name: 'Live', exact: true }).click()
  await page.locator('[data-stage-button]').click()
  const opening = page.context().waitForEvent('page')
  await page.locator('[data-open-stage]').click()
  const stage = await opening
  await stage.locator('[data-stage]').waitFor()
  expect(stage.url()).toBe(`${new URL(desk.url).origin}/#/stage`)
  await expect.poll(() => stage.locator('[data-air]').textContent()).toMatch(/Off air|On air/)
  expect(await stage.locator('nav').count()).toBe(0)

  await page.locator('[data-stage-dialog]').getByRole('textbox', { name: 'Message' }).fill('Two minutes left')
  await page.keyboard.press('Enter')
  await expect.poll(() => stage.locator('[data-said]').textContent()).toBe('Two minutes left')
  expect(await stage.locator('[data-new]').getAttribute('data-new')).toBe('true')
  expect(await page.locator('[data-shown]').textContent()).toContain('Two minutes left')
  const shown = await stage.locator('[data-wall]').textContent()
  await expect.poll(() => stage.locator('[data-wall]').textContent()).not.toBe(shown)

  expect(await axeFindings(stage)).toEqual([])
  expect(await axeFindings(page)).toEqual([])

  // A reload has neither the opener's first address nor a token in its own.
  await stage.reload()
  await expect.poll(() => stage.locator('[data-said]').textContent()).toBe('Two minutes left')
  expect(stage.url()).not.toContain('token')

  // A second press brings the same window to the front.
  await page.locator('[data-open-stage]').click()
  await page.locator('[data-clear]').click()
  await expect.poll(() => stage.locator('[data-said]').textContent()).toBe('')
  expect(page.context().pages()).toHaveLength(2)
})

// Catches a clock that goes on as if nothing had happened after the desk ended.
journey('a desk that ends is said on the stage', async () => {
  const { desk, connection, page } = await openDesk()
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
  await page.evaluate(() => (location.hash = '#/stage'))
  await page.locator('[data-stage]').waitFor()
  await desk.kill()
  await expect.poll(() => page.locator('[data-trouble]').textContent()).toContain('Connection to Showdesk lost')
})

// Catches a message that is too small to read or cut off, and parts that cover each other, in a window of another size.
journey('everything has room, from a telephone to a large screen', async () => {
  const { connection, page } = await openDesk()
  const plannedEndAt = new Date(Date.now() + 5_000_000).toISOString()
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show' }, plannedEndAt })
  await connection.call('show.enter', { title: 'Night show 48' })
  await connection.call('stage.say', {
    text: 'Read the three questions from the sheet. '.repeat(5).trim().slice(0, 200),
  })
  await page.evaluate(() => (location.hash = '#/stage'))
  await page.locator('[data-next]').getByText('Coffee break').waitFor()
  for (const [width, height] of [
    [360, 640],
    [400, 800],
    [800, 400],
    [660, 900],
    [900, 900],
    [1440, 900],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height })
    const look = () =>
      page.evaluate(() => {
        const parts = ['[data-air]', '[data-wall]', '[data-clock]', '[data-left] p', '[data-next] p', '[data-said]']
        const boxes = parts.map((part) => {
          const element = document.querySelector(part)
          const range = document.createRange()
          if (element !== null) range.selectNodeContents(element)
          return { part, box: range.getBoundingClientRect() }
        })
        const inside = boxes.filter(
          ({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight,
        )
        const over = boxes.flatMap((a, at) =>
          boxes
            .slice(at + 1)
            .filter(
              (b) =>
                a.box.left < b.box.right - 1 &&
                b.box.left < a.box.right - 1 &&
                a.box.top < b.box.bottom - 1 &&
                b.box.top < a.box.bottom - 1,
            )
            .map((b) => `${a.part} covers ${b.part}`),
        )
        const said = document.querySelector('[data-said]')
        const small = said !== null && Number.parseFloat(getComputedStyle(said).fontSize) < 16 ? ['small message'] : []
        return [...inside.map(({ part }) => `${part} is outside`), ...over, ...small]
      })
    await expect.poll(look, { message: `${width} x ${height}` }).toEqual([])
  }
})
