// A mail that is written in blocks: no code is seen, and what the platform gets is what the preview showed.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { templateIn, templatesIn } from '../../renderer/views/templates/model/records.ts'
import { axeFindings } from './support/axe.ts'
import { closeBrowser, noBrowser, openDesk, openView } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const made = (page: Page) => page.locator('[data-blocks][data-state="made"]').waitFor()
const saved = (page: Page) => page.locator('[data-save="saved"]').first().waitFor()
const kinds = (page: Page): Promise<Array<string | undefined>> =>
  page.locator('[data-block]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.kind))
const focused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)

/** From the handle of the block that has the focus, or from a text: the menu, by its first letters. */
async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name, exact: true }).waitFor()
  await page.keyboard.type(name.slice(0, 4))
  await page.keyboard.press('Enter')
}

// Catches a block that only a pointer can reach, words that are lost on the way to the platform, and a draft that forgets its blocks.
journey('a mail of blocks is written by keyboard, kept over a reload, and sent as it was previewed', async () => {
  const { connection, page } = await openDesk()
  await connection.call('mail.change', { brand: (await connection.call('mail.settings', {})).brand })
  await openView(page, 'Templates')
  await page.locator('[data-create]').first().click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Tonight at eight')
  const first = page.getByRole('button', { name: 'Heading', exact: true })
  await first.focus()
  await page.keyboard.press('Enter')
  await focused(page, '[data-kind="heading"] [contenteditable]')
  await page.keyboard.type('We go live')
  await page.keyboard.press('Enter')
  await focused(page, '[data-kind="text"] [contenteditable]')
  await page.keyboard.type('Hi {{name}}, ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('come early')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.')
  await page.keyboard.press('Shift+Tab')
  await page.locator('[data-kind="text"] [data-handle]').focus()
  await page.keyboard.press('Enter')
  await add(page, 'Button')
  await focused(page, '[data-kind="button"] input')
  await page.keyboard.type('Watch now')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://watch.example.org/tonight')
  await page.locator('[data-kind="button"] [data-handle]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  expect(await kinds(page)).toEqual(['heading', 'button', 'text'])
  await page.keyboard.press('Alt+ArrowDown')
  expect(await kinds(page)).toEqual(['heading', 'text', 'button'])
  await page.keyboard.press('Enter')
  await add(page, 'Footer')
  await focused(page, '[data-kind="footer"] [contenteditable]')
  await page.keyboard.type('Night show, Harbour Street 1')
  await made(page)
  const preview = page.frameLocator('iframe[data-front="true"]')
  await preview.getByText('come early', { exact: true }).waitFor()
  await preview.getByText('Night show, Harbour Street 1').waitFor()
  await saved(page)

  await page.reload()
  await page.locator('[data-block]').first().waitFor()
  expect(await kinds(page)).toEqual(['heading', 'text', 'button', 'footer'])
  await made(page)
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.locator('[data-field="name"] input').fill('Block mail')
  await saved(page)
  await page.locator('[data-send]').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-confirm-hash]').waitFor()
  await dialog.locator('[data-confirm]').click()
  await page.locator('[data-sent="confirmed"]').waitFor()

  const read = (operation: string, body: { id?: string }) => connection.call('platform.read', { operation, body })
  const all = await read('POST /api/marketing/template/all', {})
  const id = templatesIn(all.data).find((one) => one.name === 'Block mail')?.id ?? ''
  const html = templateIn((await read('POST /api/marketing/template/get', { id })).data, id)?.['htmlContent']
  expect(html).toContain('<strong>come early</strong>')
  expect(html).toContain('Hi {{name}}')
  expect(html).toContain('href="https://watch.example.org/tonight"')
  expect(html).toMatch(/^<!doctype html>/i)
})

// Catches a block without a name, and words that can't be read in one of the themes.
journey('every kind of block is accessible, wide and narrow, dark and light', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Templates')
  await page.locator('[data-create]').first().click()
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await focused(page, '[data-kind="heading"] [contenteditable]')
  for (const kind of ['Text', 'Picture', 'Columns', 'Divider', 'Spacer', 'Footer', 'HTML code']) {
    await page.locator('[data-add-block]').click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  }
  await made(page)
  for (const theme of ['dark', 'light'] as const)
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 900 })
      await connection.call('settings.update', { theme })
      await page.waitForFunction(
        (dark) => document.documentElement.classList.contains('dark') === dark,
        theme === 'dark',
      )
      expect(await axeFindings(page), `${theme}, ${width} px`).toEqual([])
    }
})

// Catches code that is written beside the blocks and silently replaced by them.
journey('code that is changed by hand is not replaced by its blocks', async () => {
  const { page } = await openDesk()
  await openView(page, 'Templates')
  await page.locator('[data-create]').first().click()
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await focused(page, '[data-kind="heading"] [contenteditable]')
  await page.keyboard.type('Made of a block')
  await made(page)
  await page.getByRole('tab', { name: 'HTML' }).click()
  const code = page.locator('[data-editor="html"] .cm-content')
  await code.getByText(/doctype html/i).waitFor()
  await code.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('<!-- mine -->')
  await page.getByRole('tab', { name: 'Blocks' }).click()
  await page.locator('[data-code-changed]').waitFor()
  expect(await kinds(page)).toEqual(['raw'])
  await page.getByRole('button', { name: 'Go back to the blocks' }).click()
  await made(page)
  expect(await kinds(page)).toEqual(['heading'])
  await page.getByRole('tab', { name: 'HTML' }).click()
  await expect.poll(() => code.textContent()).not.toContain('mine')
})

// Catches a starter whose words can only be changed in its code.
journey('the words of a starter are changed without code', async () => {
  const { connection, page } = await openDesk()
  await openView(page, 'Templates')
  await page.locator('[data-from-starter]').first().click()
  await page.locator('[data-starter="ticket"]').click()
  await page.locator('[data-create-from-starter]').click()
  const heading = page.locator('[data-kind="heading"] [contenteditable]').last()
  await heading.waitFor()
  // Nothing is made anew before something was changed.
  expect(await page.locator('[data-blocks]').getAttribute('data-state')).toBe('made')
  await heading.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' for tonight')
  await made(page)
  await page.frameLocator('iframe[data-front="true"]').getByText('for tonight').first().waitFor()
  await saved(page)
  await page.waitForURL(/draft=/)
  const draft = /draft=([\w-]+)/.exec(page.url())?.[1] ?? ''
  const { body } = await connection.call('drafts.get', { id: draft })
  const html = (body as { htmlContent: string }).htmlContent
  expect(html).toContain('for tonight')
  expect(html).toContain('{{ticketNumber}}')
})
