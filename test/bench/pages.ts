// Every resource's page in a real browser on the built desk and the practice platform: what opening it costs the page's own thread, and
// whether anything is left behind once all of them have been open twenty times.
import type { CDPSession, Page } from 'playwright-core'
import { describeOperations } from '../../main/platform/catalog/index.ts'
import { sectionsOf } from '../../renderer/products/sections.ts'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { median } from './measure.ts'
import type { Verdict } from './measure.ts'

const rounds = 20
const boundMs = 100

/** Opening any of the 50 resource pages, and the heap after all of them twenty times. */
export async function benchPages(): Promise<Verdict[]> {
  const sections = sectionsOf(describeOperations())
  const desk = await startDesk()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(desk.url)
    await page.evaluate(() => (location.hash = '#/products'))
    await page.locator('[data-products-home]').waitFor()
    const session = await page.context().newCDPSession(page)
    // What other work on this machine takes from it does not count.
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await session.send('Performance.enable')

    const first = new Map<string, number>()
    const later = new Map<string, number[]>()
    let before = 0
    let after = 0
    for (let round = 1; round <= rounds; round += 1) {
      for (const { product, resource } of sections) {
        const from = await metric(session, 'TaskDuration')
        await open(page, product, resource)
        const ms = ((await metric(session, 'TaskDuration')) - from) * 1_000
        if (round === 1) first.set(resource, ms)
        else later.set(resource, [...(later.get(resource) ?? []), ms])
      }
      if (round === 1) before = await heap(session)
    }
    after = await heap(session)
    if (problems.length > 0) throw new Error(`The page broke: ${problems.join('; ')}`)

    const [slowest = '', ms = Number.NaN] = [...first].reduce((a, b) => (b[1] > a[1] ? b : a))
    const again = [...later].map(([resource, times]) => [resource, median(times)] as const).reduce((a, b) => (b[1] > a[1] ? b : a))
    return [
      { name: `opening the slowest of ${sections.length} resource pages / ${boundMs} ms of the page's own thread`, ratio: ms / boundMs, bound: 1, keep: 'at most', note: `${slowest} ${ms.toFixed(0)} ms, median of all ${median([...first.values()]).toFixed(0)} ms; opened again at most ${again[1].toFixed(0)} ms (${again[0]})` },
      { name: `heap after ${rounds} rounds of all pages / after one`, ratio: after / before, bound: 1.1, keep: 'at most', note: `${megabytes(after)} against ${megabytes(before)} MB` },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}

/** Until what was read stands on screen and the page has nothing more to do. */
async function open(page: Page, product: string, resource: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/products?${new URLSearchParams({ product, resource }).toString()}`)
  await page.locator(`[data-resource-page="${resource}"] :is([role="grid"], [data-no-list], [data-empty], [data-list-notice])`).first().waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))))
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

/** Bytes that are still in use once the garbage is collected. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return metric(session, 'JSHeapUsedSize')
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)
