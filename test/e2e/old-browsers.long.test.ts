// What creators embed into their streaming software, in the browsers that it comes with: Chromium 103 and 127.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { overlayKinds } from '#contract/access-kinds.ts'
import { dockPanels } from '#contract/docks.ts'
import { endDesk, startDesk, type Desk, type DeskConnection } from '../support/desk.ts'
import { letIn } from '../support/grants.ts'
import { oldBrowser, type OldVersion } from '../support/old-browser.ts'
import { layoutFaults } from './support/layout-probe.ts'
import { showRundown } from './support/rundowns.ts'

vi.setConfig({ testTimeout: 180_000 })

/** A page that has to work there. */
interface EmbeddedPage {
  name: string
  address: (desk: Desk) => string | Promise<string>
  /** There once the page is complete. */
  ready: string
  windows: ReadonlyArray<{ width: number; height: number }>
  /** It stands on somebody's picture. */
  transparent?: true
}
const dockSize = { width: 360, height: 760 }

const dockReady = {
  live: '[data-values]',
  poll: '[data-bar]',
  ads: '[data-values]',
  log: '[data-values]',
  money: '[data-values]',
  next: '[data-values]',
}
const pages: EmbeddedPage[] = [
  {
    name: 'the live desk',
    address: ({ url }) => url,
    ready: '[data-destination="Output one"]',
    windows: [dockSize, { width: 1440, height: 900 }],
  },
  ...dockPanels.map((panel) => ({
    name: `the dock ${panel}`,
    async address(desk: Desk) {
      const input = {
        name: 'Dock',
        scope: 'operate' as const,
        environment,
        commands: ['start' as const, 'clip' as const],
      }
      const { secret } = await letIn(desk, { ...input, mode: 'fire', inAddress: true })
      return `${new URL(desk.url).origin}/dock/${panel}#g=${secret}`
    },
    ready: `[data-dock="${panel}"] ${dockReady[panel]}`,
    windows: [dockSize],
  })),
  ...overlayKinds.map((kind) => ({
    name: `the overlay ${kind}`,
    async address(desk: Desk) {
      const { secret } = await letIn(desk, { name: 'Overlay', scope: 'watch', environment, values: [kind] })
      return `${new URL(desk.url).origin}/overlay/${kind}#g=${secret}`
    },
    // Off air there is no sponsor and no sign.
    ready: kind === 'onair' || kind === 'sponsor' ? 'body' : '.overlay',
    windows: [dockSize],
    transparent: true as const,
  })),
]
const themes = ['dark', 'light'] as const
const versions: OldVersion[] = [103, 127]
const environment = 'rehearsal' as const

const found = await Promise.all(versions.map(async (version) => ({ version, browser: await oldBrowser(version) })))

async function openDesk(
  until: (end: () => Promise<void>) => void = onTestFinished,
): Promise<{ desk: Desk; connection: DeskConnection }> {
  const desk = await startDesk({ args: [] })
  until(() => endDesk(desk))
  const connection = await desk.connect()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', {
    environment,
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: 'emb_2', name: 'Next guest' },
    link: { id: 'lnk_1', name: 'Winter special' },
  })
  await showRundown(connection)
  return { desk, connection }
}

/** Fails the test at an uncaught error and at an error in the console. */
async function openPage(
  browser: Browser,
  address: string,
  viewport: { width: number; height: number },
  colorScheme: 'dark' | 'light',
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const troubles: string[] = []
  page.on('pageerror', ({ message }) => troubles.push(`page error: ${message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(troubles).toEqual([])
  })
  await page.goto(address, { timeout: 60_000 })
  return page
}

/** Playwright's locators ask whether something is in sight by a method that Chromium 103 lacks: so the page is asked itself. */
async function appear(page: Page, selector: string): Promise<void> {
  const there = (): Promise<boolean> => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector)
  await expect.poll(there, { message: selector }).toBe(true)
}
async function press(page: Page, selector: string): Promise<void> {
  await appear(page, selector)
  const { x, y } = await page.evaluate((wanted) => {
    const target = document.querySelector(wanted)
    target?.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = target?.getBoundingClientRect() ?? new DOMRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, selector)
  await page.mouse.click(x, y)
}
const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector)

/** In the page: how each text stands out from what is drawn behind it, where that is too little. */
function poorTexts(): string[] {
  const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = channels(colour)
      .slice(0, 3)
      .map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  /** Faint grounds are nearly the ground behind them. */
  const ground = (element: Element | null): string => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if ((channels(backgroundColor)[3] ?? 1) > 0.5) return backgroundColor
    }
    return 'rgb(0, 0, 0, 0)'
  }
  const poor = new Set<string>()
  const judge = (what: string, element: Element): void => {
    const behind = ground(element)
    const [low = 0, high = 0] = [light(behind), light(getComputedStyle(element).color)].sort((a, b) => a - b)
    const ratio = (high + 0.05) / (low + 0.05)
    if (behind === 'rgb(0, 0, 0, 0)' || ratio < 4.5) poor.add(`${what}: ${ratio.toFixed(1)} on ${behind}`)
  }
  judge('body', document.body)
  for (const element of document.querySelectorAll('#view :is(h1, h2, h3, p, button, dt, dd, span, a)')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
    const disabled = element.closest(':disabled, [aria-disabled="true"], .sr-only') !== null
    if (own && !disabled && element.getClientRects().length > 0) judge(element.textContent.trim().slice(0, 30), element)
  }
  return [...poor]
}

describe.each(found)('Chromium $version', ({ version, browser }) => {
  if (browser.missing !== undefined) {
    test.skip(browser.missing, () => undefined)
    return
  }
  let launched: Promise<Browser> | undefined
  const shared = (): Promise<Browser> => (launched ??= browser.launch())
  afterAll(async () => (await launched)?.close())
  // Pages that are only looked at share a desk.
  let reading: Desk
  beforeAll(async () => {
    ;({ desk: reading } = await openDesk((end) => void ends.push(end)))
  })
  const ends: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const end of ends) await end()
  })

  // Would catch what a newer browser alone can run or draw: a page that stays empty, panels as slivers, black on black.
  test.each(pages)(
    '$name is whole and readable in every window and theme',
    async ({ address, ready, windows, transparent }) => {
      const at = await address(reading)
      for (const viewport of windows)
        for (const theme of themes) {
          const page = await openPage(await shared(), at, viewport, theme)
          await appear(page, ready)
          const where = `${viewport.width} ${theme}`
          // A value that has just come may still move.
          await expect.poll(() => layoutFaults(page), { message: where }).toEqual([])
          if (transparent) continue
          await expect.poll(() => page.evaluate(poorTexts), { message: where, timeout: 8_000 }).toEqual([])
        }
    },
  )

  // Would catch buttons without an edge, which nobody takes for buttons: the value that draws it was lost whole.
  test('buttons have an edge', async () => {
    const page = await openPage(await shared(), reading.url, { width: 1440, height: 900 }, 'dark')
    await appear(page, '[data-choose="end"]')
    const edge = await page.evaluate(
      () => getComputedStyle(document.querySelector('[data-choose="end"]') ?? document.body).boxShadow,
    )
    expect(edge).toContain('1px')
  })

  // Would catch a desk that looks right and can't be used: arming, firing and its outcome.
  test('a start that is armed and fired ends confirmed, beside the counted poll', async () => {
    const { desk, connection } = await openDesk()
    const page = await openPage(await shared(), desk.url, { width: 360, height: 760 }, 'dark')
    await expect.poll(() => textOf(page, '[data-panel="poll"]')).toMatch(/\d+\s?%/)
    await press(page, '[data-transport="start"] [data-arm]')
    await press(page, '[data-transport="start"] [data-fire]:not([aria-disabled="true"])')
    await appear(page, '[data-panel="destinations"] [data-outcome="confirmed"]')
    const { items } = await connection.call('ledger.list', { limit: 50 })
    expect(items.map(({ state, attempts }) => ({ state, attempts }))).toEqual([{ state: 'confirmed', attempts: 1 }])
  })

  // Would catch a view that is shown broken, or one that is kept from a browser that draws it.
  test('a view that needs a newer browser says so and leads to Live', async () => {
    const page = await openPage(await shared(), reading.url, { width: 1440, height: 900 }, 'dark')
    await appear(page, '#view[data-place="live"]')
    await page.evaluate(() => (location.hash = '#/templates'))
    const newer = await page.evaluate(() => CSS.supports('color', 'color-mix(in oklab, red, blue)'))
    expect(newer).toBe(version > 110)
    const notice = '[data-needs-newer-browser]'
    await appear(page, newer ? '#view[data-place="templates"] [data-create]' : notice)
    expect(await page.locator(notice).count()).toBe(newer ? 0 : 1)
    if (newer) return
    expect(await textOf(page, notice)).toContain('Templates needs a newer browser')
    await press(page, `${notice} a`)
    await appear(page, '#view[data-place="live"]')
  })
})
