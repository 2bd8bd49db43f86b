import type { Page } from 'playwright-core'
import { galleryViews } from '../../gallery/views.ts'
import type { DeskConnection } from '../../support/desk.ts'
import { until } from '../../support/until.ts'
import { hardenNames } from './hard-names.ts'
import { layoutFaults } from './layout-probe.ts'
import { fillEvent, openDesk, openView } from '../page.ts'
import { speakPseudo } from './pseudo-page.ts'
import { productPlaces } from './product-places.ts'
import { showRundown } from './rundowns.ts'
import { studioRecords } from './studio-places.ts'

/** A language, and how a person comes to it. */
interface Language {
  name: string
  choose: (page: Page, connection: DeskConnection) => Promise<void>
}

/** A further language is one line. In the pseudo-language each text is longer than any translation. */
const languages: Language[] = [
  { name: 'English', choose: (page, connection) => speak(page, connection, 'en') },
  { name: 'Pseudo', choose: (page) => speakPseudo(page) },
  { name: 'Spanish', choose: (page, connection) => speak(page, connection, 'es') },
]

async function speak(page: Page, connection: DeskConnection, language: 'en' | 'es'): Promise<void> {
  await connection.call('settings.update', { language })
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
}

/** Of a window with that width. */
const heights = { 360: 800, 400: 800, 900: 800, 1440: 900, 2560: 1440 } as const

/** Zooming a page leaves it fewer pixels; it has to fit into as many as WCAG's reflow (1.4.10) asks for, not into fewer. */
const narrowest = 320

/** Records and operations of the screens that the catalog draws, with what has to be there. */
const described = new Map(
  productPlaces.filter(([, at]) => /[?&](?:id|operation)=/.test(at)).map(([ready, at]) => [at, ready]),
)

/** A further dimension is one line here, and what it does in `measureLayouts`. */
const dimensions = {
  width: [360, 400, 900, 1440, 2560],
  zoom: [1, 2],
  theme: ['dark', 'light'],
  language: languages,
} as const

type Dimensions = { -readonly [K in keyof typeof dimensions]: (typeof dimensions)[K][number] }
export type LayoutCase = Dimensions & { place: string }

/** Every combination of the places with width, zoom, theme and language. */
export function allLayouts(places: readonly string[]): LayoutCase[] {
  return dimensions.language.flatMap((language) =>
    dimensions.theme.flatMap((theme) =>
      places.flatMap((place) =>
        dimensions.zoom.flatMap((zoom) => dimensions.width.map((width) => ({ place, width, zoom, theme, language }))),
      ),
    ),
  )
}

/** The fewest of them, found greedily, in which each two values of two dimensions meet. */
export function pairedLayouts(places: readonly string[]): LayoutCase[] {
  const pairsOf = (one: LayoutCase): string[] => {
    const values = [one.place, one.width, one.zoom, one.theme, one.language.name]
    return values.flatMap((a, i) => values.slice(i + 1).map((b, j) => `${i}=${a}&${i + 1 + j}=${b}`))
  }
  const met = new Set<string>()
  const chosen: LayoutCase[] = []
  const left = allLayouts(places).map((one) => ({ one, pairs: pairsOf(one) }))
  // First the cases that bring the most, so that later ones bring few and are left out.
  for (let worth = 10; worth > 0; worth -= 1) {
    for (const { one, pairs } of left) {
      if (pairs.filter((pair) => !met.has(pair)).length < worth) continue
      chosen.push(one)
      for (const pair of pairs) met.add(pair)
    }
  }
  return chosen
}

/** Every view, each section that it shows, and what can be open in it. */
async function placesOf(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 })
  const places: string[] = []
  for (const { id } of galleryViews) {
    places.push(id)
    await show(page, id)
    const tabs = page.locator('#view [data-sections] [role="tab"][aria-selected="false"]')
    const sections = await tabs.evaluateAll((found) => found.map((tab) => tab.getAttribute('data-section')))
    places.push(...sections.map((section) => `${id}?section=${section}`))
  }
  return [...places, ...studioRecords.map(([, at]) => at), ...described.keys(), ...(await written(page))]
}

/** An event and a template that a person has begun. */
async function written(page: Page): Promise<string[]> {
  const here = (): string => new URL(page.url()).hash.slice(2)
  await fillEvent(page, { Title: 'Night show 48' })
  const event = here()
  await openView(page, 'Templates')
  await page.locator('[data-create]').first().click()
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.locator('[data-kind="heading"] [contenteditable]').waitFor()
  for (const kind of ['Picture', 'Footer']) {
    await page.locator('[data-add-block]').click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  }
  await page.locator('[data-blocks][data-state="made"]').waitFor()
  await page.locator('[data-save="saved"]').first().waitFor()
  return [event, here()]
}

/** Measures the cases of all places on one desk with the practice platform's records. A line for each fault, with where it was seen. */
export async function measureLayouts(casesOf: (places: readonly string[]) => LayoutCase[]): Promise<string[]> {
  const { connection, page } = await openDesk()
  // The header and the live desk are fuller then.
  await connection.call('broadcast.choose', {
    environment: 'rehearsal',
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: 'emb_2', name: 'Next guest' },
    link: { id: 'lnk_1', name: 'Winter special' },
  })
  await hardenNames(connection)
  await page.locator('header [data-air]').waitFor()
  const rundown = await showRundown(connection)
  const cases = casesOf([...(await placesOf(page)), rundown])
  const faults = new Map<string, string[]>()
  const order = (one: LayoutCase): string => [one.language.name, one.theme, one.place].join(' ')
  let language = ''
  for (const one of cases.toSorted((a, b) => order(a).localeCompare(order(b)))) {
    const { place, width, zoom, theme } = one
    if (language !== one.language.name) await one.language.choose(page, connection)
    language = one.language.name
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
    const height = heights[width]
    await page.setViewportSize({ width: Math.max(narrowest, width / zoom), height: Math.round(height / zoom) })
    const opened = await show(page, place).then(
      () => lastingFaults(page),
      () => ['does not open'],
    )
    for (const fault of opened) {
      const key = `${place}: ${fault}`
      faults.set(key, [...(faults.get(key) ?? []), `${width}@${zoom * 100}% ${theme} ${language}`])
    }
  }
  return [...faults].map(([fault, where]) => `${fault} (${where.slice(0, 6).join(', ')})`)
}

/** A window that was just resized, or whose values have just come, is measured again. */
export async function lastingFaults(page: Page): Promise<string[]> {
  let lasting = await layoutFaults(page)
  const end = Date.now() + 1_000
  await until(async () => {
    if (lasting.length === 0 || Date.now() > end) return true
    const again = new Set(await layoutFaults(page))
    lasting = lasting.filter((fault) => again.has(fault))
    return false
  }, 100)
  return lasting
}

async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${place}`)
  const [id, query] = place.split('?')
  await page.locator(`#view[data-place="${id}"]`).waitFor()
  const section = /(?:^|&)section=(\w+)/.exec(query ?? '')?.[1]
  if (section !== undefined)
    await page
      .locator(`#view [data-section="${section}"][aria-selected="true"]`)
      .waitFor({ state: 'attached', timeout: 5000 })
  const record = /(?:^|&)id=([\w-]+)/.exec(query ?? '')?.[1]
  if (record !== undefined)
    await page.locator(`#view :is([data-record="${record}"], [data-open="${record}"])`).waitFor({ timeout: 5000 })
  const ready = described.get(place)
  if (ready !== undefined) await page.locator(ready).filter({ visible: true }).first().waitFor({ timeout: 5000 })
  await page.waitForFunction(() => document.querySelector('#view [aria-busy="true"], #view [data-skeleton]') === null)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
