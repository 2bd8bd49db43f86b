import { resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { galleryViews } from '../gallery/views.ts'
import { serveGallery } from '../gallery/server.ts'
import {
  galleryAddress,
  galleryStates,
  galleryThemes,
  type GalleryState,
  type GalleryTheme,
} from '../gallery/states.ts'
import { pseudoText } from '../support/pseudo.ts'
import { until } from '../support/until.ts'
import type { ServedPage } from '../renderer/support/serve-page.ts'
import { closeBrowser, noBrowser, sharedBrowser } from './page.ts'
import { heardOn, speakPseudo, untranslated } from './support/pseudo-page.ts'

let gallery: ServedPage
/** One for all pages, so that the browser reads the desk's code once. */
let context: BrowserContext | undefined
beforeAll(async () => {
  gallery = await serveGallery(resolve(import.meta.dirname, '../../out/renderer'), galleryViews)
})
afterAll(async () => {
  await closeBrowser()
  await gallery.close()
})
const journey = test.skipIf(noBrowser)

/** Runs `look` on a page of the gallery, and answers what went wrong on it unseen. */
async function troublesOf(look: (page: Page, origin: string) => Promise<void>): Promise<string[]> {
  const shared = (context ??= await (await sharedBrowser()).newContext({ reducedMotion: 'reduce' }))
  const page = await shared.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"unknown_method"')) troubles.push(String(payload).slice(0, 200))
    }),
  )
  await look(page, new URL(gallery.url).origin)
  await page.close()
  return troubles
}

// Catches a view or a state that the index forgets.
journey('the index links every view in every state and theme', async () => {
  const troubles = await troublesOf(async (page, origin) => {
    await page.goto(`${origin}/gallery`)
    const links = await page.locator('td a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    const states = Object.keys(galleryStates) as GalleryState[]
    const wanted = galleryViews.flatMap(({ id }) =>
      states.flatMap((state) => galleryThemes.map((theme) => galleryAddress(state, theme, id))),
    )
    expect(links.sort()).toEqual(wanted.sort())
  })
  expect(troubles).toEqual([])
})

// Catches a view that breaks where there is nothing, where nothing is answered, or where everything fails.
journey.each(
  (Object.keys(galleryStates) as GalleryState[]).map((state, place): [GalleryState, GalleryTheme] => [
    state,
    galleryThemes[place % galleryThemes.length] ?? 'dark',
  ]),
)('every view shows itself in the state %s, %s', async (state, theme) => {
  const troubles = await troublesOf(async (page, origin) => {
    await page.goto(origin + galleryAddress(state, theme, galleryViews[0]?.id ?? ''))
    await page.locator(`html.${theme}`).waitFor()
    for (const { id, title } of galleryViews) {
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
      await page.evaluate((hash) => void (location.hash = hash), `#/${id}`)
      await heading.waitFor()
    }
  })
  expect(troubles).toEqual([])
})

/** Until nothing is on its way, and two looks see the same words. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#view [aria-busy="true"], #view [data-skeleton]') === null)
  let seen = ''
  await until(async () => {
    const before = seen
    seen = await page.evaluate(() => document.body.innerText)
    return seen === before
  }, 150)
}

// Catches a text that was written into a component, and a sentence put together from pieces that no other language can
// order.
journey('every text of every view comes whole from the language files', async () => {
  const troubles = await troublesOf(async (page, origin) => {
    const heard = heardOn(page)
    await page.goto(origin + galleryAddress('full', 'dark', galleryViews[0]?.id ?? ''))
    await page.getByRole('heading', { level: 1, name: galleryViews[0]?.title ?? '', exact: true }).waitFor()
    await speakPseudo(page)
    const found: string[] = []
    for (const { id, title } of galleryViews) {
      await page.evaluate((hash) => void (location.hash = hash), `#/${id}`)
      await page.getByRole('heading', { level: 1, name: pseudoText(title), exact: true }).waitFor()
      await drawn(page)
      // What is on its way out for a moment is no fault of the language files.
      let texts: string[] = []
      const end = Date.now() + 5_000
      await until(async () => {
        texts = await untranslated(page, heard)
        return texts.length === 0 || Date.now() > end
      }, 250)
      found.push(...texts.map((text) => `${id}: ${text}`))
    }
    expect(found).toEqual([])
  })
  expect(troubles).toEqual([])
})
