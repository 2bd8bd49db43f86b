// Every resource's page in a browser on the rehearsal platform: what opening it costs the page's thread, also as the
// first thing after a load, and what is left in memory after twenty rounds.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { describeOperations } from '../../main/platform/catalog/index.ts'
import { sectionsOf } from '../../renderer/records/products/sections.ts'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { benchBigList } from './big-list.ts'
import { median, type Verdict } from './measure.ts'

const rounds = 20
const firstRounds = 3
const boundMs = 100

const sections = sectionsOf(describeOperations())

/** Opening any of the 50 resource pages, the first of a product in a page just loaded, a list of 100,000 rows, and the heap after all of them twenty times. */
export async function benchPages(): Promise<Verdict[]> {
  const desk = await startDesk()
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(desk.url)
    await page.getByRole('navigation').first().waitFor()
    await page.evaluate(() => (location.hash = '#/products'))
    await page.locator('[data-products-home]').waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')

    const times = new Map<string, number[]>(sections.map(({ resource }) => [resource, []]))
    let before = 0
    let after = 0
    for (let round = 1; round <= rounds; round += 1) {
      for (const { product, resource } of sections) {
        const from = await worked(session)
        await open(page, product, resource)
        const ms = ((await worked(session)) - from) * 1_000
        times.get(resource)?.push(ms)
      }
      if (round === 1) before = await heap(session)
    }
    after = await heap(session)
    if (problems.length > 0) throw new Error(`The page broke: ${problems.join('; ')}`)

    // A single opening says more about the machine than about the page.
    const usual = [...times].map(([resource, of]) => [resource, median(of)] as const).sort((a, b) => b[1] - a[1])
    const [slowest = '', ms = Number.NaN] = usual[0] ?? []
    const all = `${median(usual.map(([, of]) => of)).toFixed(0)} ms`
    return [
      {
        name: `opening the slowest of ${sections.length} resource pages / ${boundMs} ms of the page's own thread`,
        ratio: ms / boundMs,
        bound: 1,
        keep: 'at most',
        note: `${slowest} ${ms.toFixed(0)} ms, the median ${all}`,
      },
      await firstOpenings(browser, desk.url),
      {
        name: `heap after ${rounds} rounds of all pages / after one`,
        ratio: after / before,
        bound: 1.1,
        keep: 'at most',
        note: `${megabytes(after)} against ${megabytes(before)} MB`,
      },
      ...(await benchBigList()),
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}

/** The first resource of a product right after a load, when nothing that draws it has run. */
async function firstOpenings(browser: Browser, url: string): Promise<Verdict> {
  const firsts = sections.filter(({ product }, index) => sections.findIndex((one) => one.product === product) === index)
  const times = new Map<string, number[]>(firsts.map(({ resource }) => [resource, []]))
  for (let round = 0; round < firstRounds; round += 1) {
    for (const { product, resource } of firsts) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(url)
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('ProductsView')),
      )
      await page.evaluate(settled)
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable')
      const from = await worked(session)
      await open(page, product, resource)
      times.get(resource)?.push(((await worked(session)) - from) * 1_000)
      await page.close()
    }
  }
  const [[slowest, ms] = ['', Number.NaN], ...others] = [...times]
    .map(([resource, of]) => [resource, median(of)] as const)
    .sort((a, b) => b[1] - a[1])
  const all = median([ms, ...others.map(([, of]) => of)])
  return {
    name: `the first opening in a page just loaded, the slowest of ${firsts.length} products / ${boundMs} ms`,
    ratio: ms / boundMs,
    bound: 1,
    keep: 'at most',
    note: `${slowest} ${ms.toFixed(0)} ms, the median ${all.toFixed(0)} ms`,
  }
}

/** Runs in the page: waits until nothing was fetched for half a second and there is nothing to do. */
async function settled(): Promise<void> {
  const fetched = (): number => performance.getEntriesByType('resource').length
  for (let before = -1; before !== fetched();) {
    before = fetched()
    await new Promise((done) => setTimeout(done, 500))
  }
  await new Promise((done) => requestIdleCallback(done))
}

/** Waits until everything is on screen, inside the page: questions from outside would cost it more. */
function open(page: Page, product: string, resource: string): Promise<void> {
  return page.evaluate(
    async ([hash, ready]) => {
      window.location.hash = hash
      await new Promise<void>((done) => {
        const look = (): void => {
          if (document.querySelector(ready) === null) return
          observer.disconnect()
          done()
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
        look()
      })
      await new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))
    },
    [
      `#/products?${new URLSearchParams({ product, resource }).toString()}`,
      `[data-resource-page="${resource}"] :is([role="grid"], [data-no-list], [data-empty], [data-list-notice])`,
    ] as const,
  )
}

/** Seconds that the page's thread has worked so far: its own processor time, so that other work on this machine does not count. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
}

/** Bytes that the page still holds, machine code aside: the engine goes on compiling what is used often. */
async function heap(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size, code] = [fields.indexOf('type'), fields.indexOf('self_size'), types[0].indexOf('code')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) if (nodes[at + type] !== code) bytes += nodes[at + size] ?? 0
  return bytes
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)
