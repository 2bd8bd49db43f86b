// What the monitor of what viewers see costs beside the player alone in a bare page, browser and host together, and
// whether anything of it is left once it is closed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, root, startDesk, type Desk } from '../support/desk.ts'
import { makeScenes, noFfmpeg, serveProgram } from '../support/hls.ts'
import { noShares, processorSecondsOf } from '../support/memory.ts'
import { median, type Verdict } from './measure.ts'

const rounds = 3
const seconds = 15
const settleSeconds = 6
/** Points of a core. */
const mostMore = 0.1
/** What is nothing, beside the noise of a page that goes on reading. */
const nothing = 0.02
const environment = 'rehearsal'
const format = { size: '1280x720', rate: 30, bits: '2500k' }

const barePage = `<!doctype html><body><video id="v" muted playsinline style="width: 240px; height: 135px"></video>
<script src="/hls.js"></script><script>const hls = new Hls({ workerPath: '/hls.worker.js', capLevelToPlayerSize: true })
hls.on(Hls.Events.MANIFEST_PARSED, () => v.play()); hls.attachMedia(v)
window.play = () => hls.loadSource('/live.m3u8')</script>`

/** The processor's time of all processes of a browser, and of a desk, as a share of one core. */
async function shareOf(browser: Browser, desk?: Desk): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const spent = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const ofBrowser = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    return ofBrowser + (desk === undefined ? 0 : processorSecondsOf(desk.pid))
  }
  await wait(settleSeconds * 1_000)
  const [before, from] = [await spent(), performance.now()]
  await wait(seconds * 1_000)
  const share = ((await spent()) - before) / ((performance.now() - from) / 1_000)
  await session.detach()
  return share
}

export async function benchMonitor(): Promise<Verdict[]> {
  if (noShares || noFfmpeg) return []
  const library = (name: string) => readFileSync(join(root, 'node_modules/hls.js/dist', name))
  const script = { 'content-type': 'text/javascript' }
  const program = await serveProgram(await makeScenes(format), {
    '/bare.html': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(barePage),
    '/hls.js': (_request, response) => response.writeHead(200, script).end(library('hls.min.js')),
    '/hls.worker.js': (_request, response) => response.writeHead(200, script).end(library('hls.worker.js')),
  })
  const desk = await startDesk()
  const found = { bare: [] as number[], monitor: [] as number[], closed: [] as number[] }
  try {
    const hand = await desk.connect()
    await hand.call('credentials.save', { environment, credential: 'apiKey', value: 'bench-key' })
    await hand.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Stream' } })
    await hand.call('monitor.set', { environment, address: program.address })
    hand.close()
    for (let round = 0; round < rounds; round += 1) {
      const bare = await launchBrowser()
      const alone = await bare.newPage({ viewport: { width: 1440, height: 900 } })
      await alone.goto(`${program.origin}/bare.html`)
      const empty = await shareOf(bare)
      await alone.evaluate('play()')
      await alone.waitForFunction('v.currentTime > 1')
      found.bare.push((await shareOf(bare)) - empty)
      await bare.close()

      const browser = await launchBrowser()
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(desk.url)
      await page.evaluate(() => (location.hash = '#/live'))
      await page.locator('[data-open-monitor]').waitFor()
      const before = await shareOf(browser, desk)
      await page.locator('[data-open-monitor]').click()
      await page.locator('[data-state="good"]').waitFor()
      found.monitor.push((await shareOf(browser, desk)) - before)
      await page.locator('[data-monitor] [data-more]').click()
      await page.locator('[data-action="close-monitor"]').click()
      await page.locator('[data-open-monitor]').waitFor()
      found.closed.push((await shareOf(browser, desk)) - before)
      await browser.close()
    }
  } finally {
    await endDesk(desk)
    await program.close()
  }
  const [bare, monitor, closed] = [median(found.bare), median(found.monitor), median(found.closed)]
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
  return [
    {
      name: 'monitor: more of a core than hls.js in a bare page / 10 points',
      ratio: (monitor - bare) / mostMore,
      bound: 1,
      keep: 'at most',
      note: `${percent(monitor)} of a core, bare ${percent(bare)}`,
    },
    {
      name: 'monitor: what is left of it once it is closed / 2 points of a core',
      ratio: closed / nothing,
      bound: 1,
      keep: 'at most',
      note: percent(closed),
    },
  ]
}
