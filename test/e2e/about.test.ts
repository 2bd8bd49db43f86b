import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)

// Catches a list of licences that the build left out, or that a browser keeps from the version before.
test.skipIf(noBrowser)(
  'About shows the licences of what the desk is made of, and that a browser gets no updates',
  async () => {
    const { page } = await openDesk()
    await page.evaluate(() => void (location.hash = '#/settings#about'))
    await page.locator('[data-updates]').waitFor()
    expect(await page.locator('[data-updates]').textContent()).toContain('does not look for updates')
    await page.locator('[data-licences]').click()
    const licences = await page.getByRole('region', { name: 'Licenses of the libraries' }).textContent()
    for (const text of [
      'Showdesk',
      '@vue/runtime-core 3',
      'axios 1',
      'LICENSES.chromium.html',
      'SIL OPEN FONT LICENSE',
    ])
      expect(licences).toContain(text)
  },
)
