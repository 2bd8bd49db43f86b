// The documentation in a browser: the pages below /help/ under the desk's own policy, and the guides in the desk.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { closeBrowser, noBrowser, openDesk, openPalette } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const unloaded = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')]
    await Promise.all(
      pictures.map((picture) => {
        picture.loading = 'eager'
        return picture.decode().catch(() => undefined)
      }),
    )
    return pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)
  })

// Catches pages that the policy breaks, that only work with a token, or that somebody with a screen reader can't use.
journey('the pages are read, searched and changed to another language', async () => {
  const { desk, page } = await openDesk([], { colorScheme: 'light' })
  const help = `${new URL(desk.url).origin}/help/`
  await page.goto(help)
  await page.getByRole('link', { name: 'first show in ten steps', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Your first show in ten steps' }).waitFor()
  expect(await unloaded(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Search' }).fill('keychain locked')
  await page.getByRole('link', { name: 'Troubleshooting: The system keychain is locked.' }).click()
  expect(new URL(page.url()).hash).toBe('#the-system-keychain-is-locked')
  await page.getByRole('heading', { name: 'The system keychain is locked.' }).waitFor()

  await page.getByRole('link', { name: 'Español' }).click()
  await page.getByRole('heading', { level: 1, name: 'Solución de problemas' }).waitFor()
  await page.getByRole('link', { name: 'Refund a charge' }).click()
  await page.getByText('Esta página solo existe en inglés.').waitFor()
  expect(await page.locator('article').getAttribute('lang')).toBe('en')
  expect(await unloaded(page)).toEqual([])
})

// Catches guides of the desk whose pictures are asked for at an address that only one of the two has.
journey('the guides are read beside the desk', async () => {
  const { page } = await openDesk()
  await openPalette(page)
  await page.keyboard.type('documentation')
  await page.getByRole('option', { name: 'Guides' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Your first show in ten steps' }).first().click()
  await dialog.locator('article img').first().waitFor()
  expect(await unloaded(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
})
