// The desk's table in Chromium with 50,000 charges. A page of the table alone, built as the desk is (same plugins, styles, policy), so that
// nothing else of a view weighs on either side.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import config from '../../electron.vite.config.ts'
import { securityHeaders } from '../../main/web/policy.ts'
import { launchBrowser } from '../support/browser.ts'
import { median } from './measure.ts'
import type { Verdict } from './measure.ts'

const many = 50_000
const few = 500
const rounds = 15
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export async function benchTable(): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-table-'))
  await build({ ...config.renderer, configFile: false, logLevel: 'warn', root: join(import.meta.dirname, 'table-page'), build: { minify: true, outDir: folder, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    const file = join(folder, path === '/' ? 'index.html' : path)
    createReadStream(file)
      .on('open', () => response.writeHead(200, { ...securityHeaders({ connect: [] }), 'content-type': types[extname(file)] ?? 'application/octet-stream' }))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => {
      throw error
    })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => typeof window.openTable === 'function')
    return [await opening(page), await scrolling(page)]
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true })
  }
}

/** From the answer in hand to the rows on screen; many and few take turns. */
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
  return { name: 'opening 50,000 charges / 500', ratio, bound: 2, keep: 'at most', note: `${median(times[many] ?? []).toFixed(1)} ms against ${median(times[few] ?? []).toFixed(1)} ms` }
}

/** Ten seconds at 100 px a frame, as a wheel turned without pause: nearly 200 rows a second that were not there before. */
async function scrolling(page: Page): Promise<Verdict> {
  await page.evaluate((n) => window.openTable(n), many)
  const grid = page.getByRole('grid')
  await grid.hover()
  const frames = await grid.evaluate(
    (element) =>
      new Promise<number[]>((done) => {
        const times: number[] = []
        let last = performance.now()
        const from = last
        const frame = (now: number): void => {
          times.push(now - last)
          last = now
          element.scrollBy(0, 100)
          if (now - from < 10_000) requestAnimationFrame(frame)
          else done(times.slice(1))
        }
        requestAnimationFrame(frame)
      }),
  )
  const good = frames.filter((ms) => ms < 20).length / frames.length
  const sorted = [...frames].sort((a, b) => a - b)
  return {
    name: 'frames under 20 ms while 50,000 charges scroll',
    ratio: good,
    bound: 0.95,
    keep: 'at least',
    note: `${frames.length} frames, median ${median(frames).toFixed(1)} ms, 95 % under ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1)} ms`,
  }
}
