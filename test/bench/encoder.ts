// Streaming software on the page of the desk: how soon after its event a scene is drawn, beside a bare WebSocket echo in
// the same browser; how old a value gets without events; how soon an outage and a stop by hand are told.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import { launchBrowser } from '../support/browser.ts'
import { openBroadcast, profileWithSoftware, startCountedPlatform } from '../support/broadcast.ts'
import { hasObs, startObs, startSink, type Obs } from '../support/obs.ts'
import { median, type Verdict } from './measure.ts'

const switches = 60
const echoes = 200
const quietSeconds = 20
const frameMs = 1_000 / 60
const pauseMs = 150

const now = (): number => performance.timeOrigin + performance.now()

/** Milliseconds of one message to a bare server and back, as a page sees it. */
async function echoMs(page: Page): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  const { port } = server.address() as { port: number }
  const times = await page.evaluate(
    async ({ address, count }) => {
      const socket = new WebSocket(address)
      await new Promise((done) => (socket.onopen = done))
      const found: number[] = []
      for (let at = 0; at < count; at += 1) {
        const from = performance.now()
        const back = new Promise((done) => (socket.onmessage = done))
        socket.send(JSON.stringify({ at }))
        await back
        found.push(performance.now() - from)
        await new Promise((done) => setTimeout(done, 5))
      }
      socket.close()
      return found
    },
    { address: `ws://127.0.0.1:${port}`, count: echoes },
  )
  server.close()
  return median(times)
}

/** Milliseconds from the software's own event of another scene to the frame that shows it. */
async function sceneMs(page: Page, { client }: Obs): Promise<number> {
  await page.evaluate(() => {
    const drawn: Record<string, number> = {}
    Object.assign(window, { drawn })
    const look = (): void => {
      const scene = document.querySelector<HTMLElement>('[data-program]')?.dataset['scene'] ?? ''
      requestAnimationFrame(() => (drawn[scene] ??= performance.timeOrigin + performance.now()))
    }
    const observed = document.querySelector('[data-panel="encoder"]')
    if (observed) new MutationObserver(look).observe(observed, { subtree: true, attributes: true, childList: true })
  })
  const times: number[] = []
  for (let at = 0; at < switches; at += 1) {
    const scene = at % 2 === 0 ? 'Main' : 'Opening'
    await page.evaluate(() => {
      for (const name of Object.keys((window as unknown as { drawn: object }).drawn))
        Reflect.deleteProperty((window as unknown as { drawn: object }).drawn, name)
    })
    const told = new Promise<number>((done) => client.once('CurrentProgramSceneChanged', () => done(now())))
    await client.call('SetCurrentProgramScene', { sceneName: scene })
    const from = await told
    const drawn = await page.waitForFunction(
      (name) => (window as unknown as { drawn: Record<string, number> }).drawn[name],
      scene,
    )
    times.push(Number(await drawn.jsonValue()) - from)
    await wait(pauseMs)
  }
  return median(times)
}

/** The longest time between two states on the page while the software tells of nothing. */
async function longestGapMs(page: Page): Promise<number> {
  return page.evaluate(
    (seconds) =>
      new Promise<number>((done) => {
        let longest = 0
        let last = performance.now()
        const panel = document.querySelector('[data-panel="encoder"] [data-time]')
        const seen = new MutationObserver(() => {
          longest = Math.max(longest, performance.now() - last)
          last = performance.now()
        })
        if (panel) seen.observe(panel, { subtree: true, characterData: true, childList: true })
        setTimeout(() => done(Math.max(longest, performance.now() - last)), seconds * 1_000)
      }),
    quietSeconds,
  )
}

export async function benchEncoder(): Promise<Verdict[]> {
  if (!hasObs) return []
  const obs = await startObs({ asksPassword: false })
  const platform = await startCountedPlatform()
  const browser = await launchBrowser()
  const broadcast = await openBroadcast(platform, ['Alpha'], await profileWithSoftware(obs.address))
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const bare = await browser.newPage()
    const echo = await echoMs(bare)
    await bare.close()
    await page.goto(broadcast.desk.url)
    await page.evaluate(() => (location.hash = '#/live'))
    await page.locator('[data-program]').waitFor()
    const scene = await sceneMs(page, obs)

    const sink = await startSink(obs.rtmpPort)
    const started = await broadcast.fire('start')
    if (started.state !== 'done') throw new Error(`The start is ${started.state}`)
    await page.locator('[data-encoder-status="sending"]').waitFor()
    await wait(3_000)
    const gap = await longestGapMs(page)
    const killed = now()
    await sink.stop()
    await page.locator('[data-encoder-status="reconnecting"]').waitFor()
    const amber = now() - killed
    const again = await startSink(obs.rtmpPort)
    await page.locator('[data-encoder-status="sending"]').waitFor()
    await page.locator('[data-alarm="encoder_reconnecting"]').waitFor({ state: 'detached' })
    const stopped = now()
    await obs.client.call('StopStream')
    await page.locator('[data-alarm="platform_without_encoder"]').waitFor()
    const alarm = now() - stopped
    await again.stop()
    const ms = (value: number): string => `${value.toFixed(1)} ms`
    return [
      {
        name: 'streaming software: its event to the frame that shows it / 3 echoes of a bare WebSocket and a frame',
        ratio: scene / (3 * echo + frameMs),
        bound: 1,
        keep: 'at most',
        note: `${ms(scene)}; echo ${ms(echo)}`,
      },
      {
        name: 'streaming software: the longest time between two states without an event / 2.5 s',
        ratio: gap / 2_500,
        bound: 1,
        keep: 'at most',
        note: ms(gap),
      },
      {
        name: 'streaming software: a server that ends to amber on the page / 4 s',
        ratio: amber / 4_000,
        bound: 1,
        keep: 'at most',
        note: ms(amber),
      },
      {
        name: 'streaming software: stopped by hand while the platform is live to the alarm on the page / 12 s',
        ratio: alarm / 12_000,
        bound: 1,
        keep: 'at most',
        note: ms(alarm),
      },
    ]
  } finally {
    await broadcast.end()
    await browser.close()
    await platform.close()
    await obs.end()
  }
}
