import { afterAll, expect, test } from 'vitest'
import { seriousFindings } from './axe.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { productPlaces } from './product-places.ts'
import { studioPlaces } from './studio-places.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a table, bar or form of the studio that a part of the crew can't read or reach.
journey.each(['dark', 'light'] as const)('axe finds nothing serious in any section of the studio (%s)', { timeout: 120_000 }, async (colorScheme) => {
  const { page } = await openDesk([], { colorScheme })
  for (const [view, at] of studioPlaces) {
    await page.evaluate((hash) => (location.hash = hash), `#/${at}`)
    await page.getByRole('heading', { level: 1, name: view }).waitFor()
    const section = /section=(\w+)/.exec(at)?.[1]
    if (section !== undefined) await page.locator(`[data-section="${section}"][aria-selected="true"]`).waitFor()
    await page.locator('#view [aria-busy="true"], #view [data-skeleton]').first().waitFor({ state: 'detached' })
    expect(await seriousFindings(page), at).toEqual([])
  }
})

// Catches the same in the screens that the catalog draws: every resource, the home, the request editor, and addresses that lead nowhere.
journey.each(['dark', 'light'] as const)('axe finds nothing serious in any page of a product (%s)', { timeout: 240_000 }, async (colorScheme) => {
  const { page } = await openDesk([], { colorScheme })
  for (const [ready, at] of productPlaces) {
    await page.evaluate((hash) => (location.hash = hash), `#/${at}`)
    await page.locator(ready).first().waitFor()
    await page.locator('#view [aria-busy="true"], #view [data-skeleton]').first().waitFor({ state: 'detached' })
    expect(await seriousFindings(page), at).toEqual([])
  }
})
