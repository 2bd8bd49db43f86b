import { afterAll, expect, test } from 'vitest'
import { measureLayouts, pairedLayouts } from './layout-cases.ts'
import { closeBrowser, noBrowser } from './page.ts'

afterAll(closeBrowser)

// Catches a word that a window cuts off without saying it elsewhere, controls that lie on each other, and a page that scrolls sideways.
test.skipIf(noBrowser)('nothing is cut off, overlaps or scrolls sideways', { timeout: 900_000 }, async () => {
  expect(await measureLayouts(pairedLayouts())).toEqual([])
})
