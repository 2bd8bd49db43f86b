// The live desk in the gallery's states: laid out, reached by assistive technology, and fired as a person does.
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { galleryViews } from '../../gallery/views.ts'
import { serveGallery } from '../../gallery/server.ts'
import { galleryAddress, type GalleryState, type GalleryTheme } from '../../gallery/states.ts'
import type { ServedPage } from '../../renderer/support/serve-page.ts'
import { closeBrowser, noBrowser, sharedBrowser } from '../page.ts'
import { axeFindings } from '../support/axe.ts'
import { lastingFaults } from '../support/layout-cases.ts'

const states = ['software', 'starting', 'alarm', 'refused', 'show'] as const satisfies readonly GalleryState[]
const sizes = [
  [360, 800],
  [400, 800],
  [1100, 800],
  [1440, 900],
  [2560, 1440],
] as const

let gallery: ServedPage
beforeAll(async () => {
  gallery = await serveGallery(resolve(import.meta.dirname, '../../../out/renderer'), galleryViews)
})
afterAll(async () => {
  await closeBrowser()
  await gallery.close()
})
const journey = test.skipIf(noBrowser)

async function open(state: GalleryState, theme: GalleryTheme, place = 'live'): Promise<Page> {
  const context = await (
    await sharedBrowser()
  ).newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(new URL(gallery.url).origin + galleryAddress(state, theme, place))
  await page.locator(`html.${theme}`).waitFor()
  if (state === 'show') await page.locator('[data-panel="rundown"] [data-cue="cue_1"]').waitFor()
  else if (place === 'live') {
    await page.locator('[data-panel="encoder"] [data-encoder-status]').waitFor()
    await page.locator('[data-panel="broadcast"] [data-firing-step]').first().waitFor()
    if (state === 'alarm') await page.locator('[data-alarm]').first().waitFor()
  } else await page.locator('[data-encoder]').first().waitFor()
  return page
}

// Catches a word that is cut off, buttons that lie on each other, and a panel that scrolls sideways, in any of the states.
journey.each(states)('nothing of the live desk is cut off in the state %s', async (state) => {
  const page = await open(state, state === 'software' ? 'light' : 'dark')
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    expect({ width, faults: await lastingFaults(page) }).toEqual({ width, faults: [] })
  }
})

// Catches a state that is told by colour alone, a button without a name, and a region that no key can scroll.
journey.each([...states.map((state) => [state, 'live'] as const), ['software', 'settings#encoder'] as const])(
  'axe finds nothing in the state %s at %s',
  async (state, place) => {
    for (const theme of ['dark', 'light'] as const)
      expect({ theme, found: await axeFindings(await open(state, theme, place)) }).toEqual({ theme, found: [] })
  },
)

// Catches a button that moves under the pointer while a step changes its state or an alarm comes.
journey('nothing moves from the first press to the last step', async () => {
  const page = await open('software', 'dark')
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-live-desk] [data-arm]')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return [x, y, width, height].map(Math.round).join(' ')
      }),
    )
  const before = await places()
  await page.locator('[data-broadcast="start"] [data-arm]').click()
  await page.locator('[data-broadcast="start"] [data-fire]').click({ delay: 30 })
  await page.locator('[data-firing="running"]').waitFor()
  expect((await places()).slice(0, before.length)).toEqual(before)
  await page.locator('[data-stop-here]').click()
  await page.locator('[data-firing="stopped"]').waitFor()
  const after = await places()
  expect(before.every((place) => after.includes(place))).toBe(true)
  expect(await page.locator('[data-firing-state]').innerText()).toContain('a person stopped it')
})

// Catches a step that is under way below the edge of its list, where the lines above it wrap once the font is there.
journey('the step that is under way is in sight', async () => {
  const page = await open('starting', 'dark')
  const below = () =>
    page
      .locator('[data-panel="broadcast"] [aria-current="step"]')
      .evaluate(
        (step) =>
          step.getBoundingClientRect().bottom - (step.closest('.steps')?.getBoundingClientRect().bottom ?? 0) > 1,
      )
  for (const width of [1440, 1300, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(below, { message: String(width) }).toBe(false)
  }
})
