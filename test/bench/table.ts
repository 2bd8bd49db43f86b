// The desk's table in Chromium with 50,000 charges, alone in a page that is built as the desk is.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import config from '../../electron.vite.config.ts'
import { servePage } from '../renderer/support/serve-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { median, type Verdict } from './measure.ts'

const many = 50_000
const few = 500
const rounds = 15

export async function benchTable(): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-table-'))
  await build({
    ...config.renderer,
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'table-page'),
    build: { minify: true, outDir: folder, emptyOutDir: true },
  })
  const served = await servePage(folder, 0, () => () => ({}))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => {
      throw error
    })
    await page.goto(served.url)
    await page.waitForFunction(() => typeof window.openTable === 'function')
    return [await opening(page), await scrolling(page)]
  } finally {
    await browser.close()
    await served.close()
    await rm(folder, { recursive: true })
  }
}

/** From the answer to the rows on screen; many and few take turns. */
async function opening(page: Page): Promise<Verdict> {
  const times: Record<number, number[]> = { [few]: [], [many]: [] }
  for (let round = -3; round < rounds; round += 1) {
    for (const count of [few, many]) {
      const ms = await page.evaluate((n) => window.openTable(n), count)
      if (round >= 0) times[count]?.push(ms)
      await page.evaluate(() => window.closeTable())
    }
  }
  const ratio = median((times[many] ?? []).map((ms, round) => ms / (times[few]?.[round] ?? Number.NaN)))
  return {
    name: 'opening 50,000 charges / 500',
    ratio,
    bound: 2,
    keep: 'at most',
    note: `${median(times[many] ?? []).toFixed(1)} ms against ${median(times[few] ?? []).toFixed(1)} ms`,
  }
}

/**
 * Ten seconds of scrolling at 100 px a frame, nearly 200 new rows a second. In between the table rests: frames that are
 * late then are the machine's.
 */
async function scrolling(page: Page): Promise<Verdict> {
  await page.evaluate((n) => window.openTable(n), many)
  const [still, moving]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 5; turn += 1) {
    still.push(...(await frames(page, 0, 1_000)))
    moving.push(...(await frames(page, 100, 2_000)))
  }
  return {
    name: 'frames under 20 ms while 50,000 charges scroll',
    ratio: inTime(moving),
    bound: 0.95,
    keep: 'at least',
    note: `${moving.length} frames, median ${median(moving).toFixed(1)} ms; ${(inTime(still) * 100).toFixed(0)} % while it stands still`,
  }
}

const inTime = (times: number[]): number => times.filter((ms) => ms < 20).length / times.length

/** Milliseconds from frame to frame while the table moves by so many pixels a frame. */
function frames(page: Page, pixels: number, forMs: number): Promise<number[]> {
  return page.getByRole('grid').evaluate(
    (element, [step, length]) =>
      new Promise<number[]>((done) => {
        const times: number[] = []
        let last = performance.now()
        const end = last + length
        const frame = (now: number): void => {
          times.push(now - last)
          last = now
          element.scrollBy(0, step)
          if (now < end) requestAnimationFrame(frame)
          else done(times.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    [pixels, forMs] as const,
  )
}
