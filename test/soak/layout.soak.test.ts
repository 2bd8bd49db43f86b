import { afterAll, expect, test } from 'vitest'
import { allLayouts, measureLayouts } from '../e2e/support/layout-cases.ts'
import { closeBrowser, noBrowser } from '../e2e/page.ts'

afterAll(closeBrowser)

// Catches what the pairs of test/e2e/layout.long.test.ts miss: a fault that only three conditions together bring.
test.skipIf(noBrowser)(
  'nothing is cut off, overlaps or scrolls sideways, in every combination',
  { timeout: 3_600_000 },
  async () => {
    expect(await measureLayouts(allLayouts)).toEqual([])
  },
)
