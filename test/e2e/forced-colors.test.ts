import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

type Part = 'color' | 'backgroundColor' | 'borderTopColor' | 'outlineColor'

/** A colour as it is drawn: a background shows what is behind it, and an edge that is not there has none. */
async function drawn(at: Locator, part: Part): Promise<string | undefined> {
  return at.evaluate((element, name) => {
    const style = getComputedStyle(element)
    const unseen =
      (name === 'outlineColor' && (style.outlineStyle === 'none' || style.outlineWidth === '0px')) ||
      (name === 'borderTopColor' && (style.borderTopStyle === 'none' || style.borderTopWidth === '0px'))
    if (unseen) return undefined
    let behind: Element | null = element
    while (
      name === 'backgroundColor' &&
      behind !== null &&
      /^rgba.*, 0\)$/.test(getComputedStyle(behind).backgroundColor)
    )
      behind = behind.parentElement
    return getComputedStyle(behind ?? element)[name]
  }, part)
}

/** Contrast of two colours as `getComputedStyle` writes them. */
function contrast(a: string | undefined, b: string | undefined): number {
  const [high = 0, low = 0] = [a, b]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour?.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
        const value = part / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Waits until two colours are that far apart. */
async function apart(a: Locator, partOfA: Part, b: Locator, partOfB: Part, least: number): Promise<void> {
  await expect.poll(async () => contrast(await drawn(a, partOfA), await drawn(b, partOfB))).toBeGreaterThan(least)
}

// Catches what only a background or a shadow tells: with forced colours a bar was empty, nothing was chosen, and what was disabled or armed
// looked like everything else.
journey.each(['dark', 'light'] as const)('forced colours keep what is meant (%s)', async (colorScheme) => {
  const { connection, page } = await openDesk([], { colorScheme, forcedColors: 'active' })
  const environment = 'rehearsal'
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
  const rail = page.getByRole('navigation', { name: 'Views', exact: true })

  await page.evaluate(() => (location.hash = '/polls?poll=emb_2'))
  const fill = page.locator('#view [data-tally] .desk-fill').first()
  await fill.waitFor()
  const track = page.locator('#view [data-tally] .track').first()
  await apart(fill, 'backgroundColor', page.locator('body'), 'backgroundColor', 3)
  await apart(track, 'borderTopColor', page.locator('body'), 'backgroundColor', 3)

  const here = rail.locator('[aria-current="page"]')
  const elsewhere = rail.getByRole('link', { name: 'Streams', exact: true })
  await apart(here, 'backgroundColor', elsewhere, 'backgroundColor', 3)
  expect(contrast(await drawn(here, 'backgroundColor'), await drawn(here.locator('.word'), 'color'))).toBeGreaterThan(
    4.5,
  )

  await page.evaluate(() => (location.hash = '/streams?id=str_1'))
  const chosen = page.locator('#view[data-place="streams"] [role="row"][aria-selected="true"]')
  await chosen.waitFor()
  const other = page.locator('#view[data-place="streams"] [role="row"][aria-selected="false"]').first()
  await apart(chosen, 'backgroundColor', other, 'backgroundColor', 3)
  await apart(chosen, 'backgroundColor', chosen.locator('[role="gridcell"]').first(), 'color', 4.5)

  await page.evaluate(() => (location.hash = '/settings'))
  const refused = page.locator('#view[data-place="settings"] button:disabled').first()
  const possible = page.locator('#view[data-place="settings"] button[class*="ring"]:enabled').first()
  await refused.waitFor()
  expect(await drawn(refused, 'color')).not.toBe(await drawn(possible, 'color'))
  expect(await drawn(possible, 'outlineColor')).toBeDefined()

  await page.evaluate(() => (location.hash = '/live'))
  // Clip and Mark have an edge.
  for (const edged of [page.locator('[data-clip]').first(), page.getByRole('button', { name: /^Mark/ }).first()])
    await apart(edged, 'borderTopColor', page.locator('body'), 'backgroundColor', 3)
  const start = page.locator('#view [data-arm]:not([aria-disabled="true"])').first()
  await start.click()
  const fire = page.locator('#view [data-fire]:not([aria-disabled="true"])')
  await fire.waitFor()
  await apart(fire, 'backgroundColor', start, 'backgroundColor', 3)
  await apart(fire, 'backgroundColor', fire, 'color', 4.5)
})
