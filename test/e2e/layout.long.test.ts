import { afterAll, expect, onTestFinished, test } from 'vitest'
import { lastingFaults, measureLayouts, pairedLayouts } from './support/layout-cases.ts'
import { layoutFaults } from './support/layout-probe.ts'
import { closeBrowser, noBrowser, openDesk, sharedBrowser } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a word that a window cuts off without saying it elsewhere, controls that lie on each other, a page that scrolls sideways, and two
// buttons that both claim to be the next step.
journey('nothing is cut off, overlaps or scrolls sideways', { timeout: 1_200_000 }, async () => {
  expect(await measureLayouts(pairedLayouts)).toEqual([])
})

// Catches a live desk whose first row loses its lowest lines where a window is as low as that of a small laptop, and least room is left
// while the tour stands above it.
journey.each([
  [1280, 800],
  [1366, 768],
])('on air nothing of the live desk is cut off at %i x %i', async (width, height) => {
  const { page } = await openDesk([], { viewport: { width, height } })
  await page.locator('[data-tour]').waitFor()
  await page.locator('[data-transport="start"] [data-arm]:not([aria-disabled="true"])').click()
  await page.locator('[data-transport="start"] [data-fire]').click()
  await page.locator('header [data-air="live"]').waitFor()
  await page.locator('[data-highest]').getByText(/\d/).waitFor()
  expect(await lastingFaults(page)).toEqual([])
  await page.locator('[data-tour] [data-tour-dismiss]').click()
  await page.locator('[data-tour]').waitFor({ state: 'detached' })
  expect(await lastingFaults(page)).toEqual([])
})

// Catches a measure that is blind: it would call every window good.
journey('each kind of fault is found, and what is well made is none', async () => {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 400, height: 400 } })
  onTestFinished(() => page.close())
  const found = async (body: string): Promise<string[]> => {
    await page.setContent(`<style>* { margin: 0; font: 16px/20px sans-serif }</style>${body}`)
    return [...new Set((await layoutFaults(page)).map((fault) => fault.split(/:| by /)[0] ?? ''))]
  }
  const cut = 'width: 60px; overflow: hidden; white-space: nowrap'
  expect(await found(`<p style="${cut}">A name that is longer</p>`)).toEqual(['cut'])
  expect(await found(`<p style="${cut}" title="A name that is longer">A name that is longer</p>`)).toEqual([])
  expect(await found('<p style="height: 20px; overflow: hidden">One<br>Two</p>')).toEqual(['cut'])
  expect(
    await found('<div style="height: 20px; contain: paint"><button style="height: 40px">Press</button></div>'),
  ).toEqual(['cut'])
  expect(await found('<section style="height: 20px"><p>One<br>Two</p></section>')).toEqual(['outside'])
  expect(await found('<button>Start</button><button style="margin-left: -30px">Stop</button>')).toEqual(['overlap'])
  expect(await found('<button>Start</button><button>Stop</button>')).toEqual([])
  expect(await found('<div style="width: 900px">Wide</div>')).toEqual(['sideways'])
  expect(await found('<div style="overflow: auto"><div style="width: 900px">Wide</div></div>')).toEqual(['sideways'])
  expect(
    await found(
      '<div style="height: 60px; overflow: hidden"><div style="height: 90px; overflow: auto"><p style="height: 300px">Rows</p></div></div>',
    ),
  ).toEqual(['out of reach'])
  const filled = '<button class="bg-primary">Save</button>'
  expect(await found(`<main id="view">${filled}<button class="bg-primary" disabled>Add</button></main>`)).toEqual([])
  expect(await found(`<main id="view">${filled}${filled}</main>`)).toEqual(['filled'])
})
