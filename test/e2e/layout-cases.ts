import type { Page } from 'playwright-core'
import { galleryViews } from '../gallery/views.ts'
import { layoutFaults } from './layout-probe.ts'
import { openDesk } from './page.ts'
import { studioRecords } from './studio-places.ts'

/** A language, and how a person comes to it. */
interface Language {
  name: string
  choose: (page: Page) => Promise<void>
}

/** A further language is one line. */
const languages: Language[] = [{ name: 'English', choose: () => Promise.resolve() }]

/** Of a window with that width. */
const heights = { 360: 800, 400: 800, 900: 800, 1440: 900, 2560: 1440 } as const

/** Zooming a page leaves it fewer pixels; it has to fit into as many as WCAG's reflow (1.4.10) asks for, not into fewer. */
const narrowest = 320

const dimensions = {
  place: [...galleryViews.map(({ id }) => id), ...studioRecords.map(([, at]) => at)],
  width: [360, 400, 900, 1440, 2560],
  zoom: [1, 2],
  theme: ['dark', 'light'],
  language: languages,
} as const

export type LayoutCase = { -readonly [K in keyof typeof dimensions]: (typeof dimensions)[K][number] }

/** Every combination of place, width, zoom, theme and language. */
export function allLayouts(): LayoutCase[] {
  return dimensions.language.flatMap((language) =>
    dimensions.theme.flatMap((theme) =>
      dimensions.place.flatMap((place) =>
        dimensions.zoom.flatMap((zoom) => dimensions.width.map((width) => ({ place, width, zoom, theme, language }))),
      ),
    ),
  )
}

/** The fewest of them, found greedily, in which each two values of two dimensions meet. */
export function pairedLayouts(): LayoutCase[] {
  const pairsOf = (one: LayoutCase): string[] => {
    const values = [one.place, one.width, one.zoom, one.theme, one.language.name]
    return values.flatMap((a, i) => values.slice(i + 1).map((b, j) => `${i}=${a}&${i + 1 + j}=${b}`))
  }
  const met = new Set<string>()
  const chosen: LayoutCase[] = []
  const left = allLayouts().map((one) => ({ one, pairs: pairsOf(one) }))
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

/** Measures the cases on one desk with the practice platform's records. A line for each fault, with where it was seen. */
export async function measureLayouts(cases: LayoutCase[]): Promise<string[]> {
  const { page } = await openDesk()
  const faults = new Map<string, string[]>()
  const order = (one: LayoutCase): string => [one.language.name, one.theme, one.place].join(' ')
  let language = ''
  for (const one of cases.toSorted((a, b) => order(a).localeCompare(order(b)))) {
    const { place, width, zoom, theme } = one
    if (language !== one.language.name) await one.language.choose(page)
    language = one.language.name
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
    const height = heights[width]
    await page.setViewportSize({ width: Math.max(narrowest, width / zoom), height: Math.round(height / zoom) })
    const opened = await show(page, place).then(
      () => layoutFaults(page),
      () => ['does not open'],
    )
    for (const fault of opened) {
      const key = `${place.split('?')[0]}: ${fault}`
      faults.set(key, [...(faults.get(key) ?? []), `${width}@${zoom * 100}% ${theme} ${language}`])
    }
  }
  const all = [...faults].map(([fault, where]) => `${fault} (${where.slice(0, 6).join(', ')})`)
  await import('node:fs').then((f) => f.writeFileSync('/tmp/faults.txt', all.join('\n')))
  return all
}

async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${place}`)
  const [id, query] = place.split('?')
  await page.locator(`#view[data-place="${id}"]`).waitFor()
  const record = /(?:^|&)id=(\w+)/.exec(query ?? '')?.[1]
  if (record !== undefined) await page.locator(`#view [data-record="${record}"]`).waitFor({ timeout: 5000 })
  await page.waitForFunction(() => document.querySelector('#view [aria-busy="true"], #view [data-skeleton]') === null)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
