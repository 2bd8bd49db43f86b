import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeScenes, noFfmpeg, serveProgram, type Program, type Scenes } from '../../support/hls.ts'
import { axeFindings } from '../support/axe.ts'
import { closeBrowser, noBrowser, openDesk, openView, type OpenDesk } from '../page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser || noFfmpeg)
const environment = 'rehearsal'

let made: Promise<Scenes> | undefined
async function openProgram(answers?: Record<string, RequestListener>): Promise<Program> {
  const program = await serveProgram(await (made ??= makeScenes()), answers)
  onTestFinished(() => program.close())
  return program
}

/** A desk whose stream's event says where it is played. */
async function openWithStream(address?: string): Promise<OpenDesk> {
  const opened = await openDesk()
  const { connection } = opened
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
  if (address !== undefined) {
    const { id } = await connection.call('ledger.submit', {
      operation: 'PUT /api/video/details/update',
      body: { detailId: 'det_2', providerPlaybackUrl: address },
    })
    await expect.poll(async () => (await connection.call('ledger.get', { id })).state).toBe('confirmed')
  }
  return opened
}

const stateOf = (page: Page) => page.locator('[data-monitor]').getAttribute('data-state')
const textOf = (page: Page) => page.locator('[data-monitor-state]').textContent()

/** Writes down in the page where the programme was, so that a slow machine measures the same. */
const follow = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const seen: Array<[at: number, position: number, state: string]> = []
    Object.assign(window, { followed: seen })
    setInterval(() => {
      const video = document.querySelector('video')
      const state = document.querySelector('[data-monitor]')?.getAttribute('data-state') ?? ''
      if (video !== null) seen.push([Date.now(), video.currentTime, state])
    }, 50)
  })
const followed = (page: Page) =>
  page.evaluate(() => (window as unknown as { followed: Array<[number, number, string]> }).followed)

// Catches a fault that viewers see and the desk does not name, or names late or for no reason; and an alarm that can't be quieted.
journey('black, frozen and silent are each named within 5 s, and a healthy programme raises nothing', async () => {
  const program = await openProgram()
  const { connection, page } = await openWithStream(program.address)
  await page.locator('[data-open-monitor]').click()
  await expect.poll(() => textOf(page)).toBe('Picture and sound')
  await expect.poll(() => page.locator('[data-behind]').textContent()).toMatch(/^\d+ s behind$/)
  await follow(page)
  const begun = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 120_000 })
    .toBeGreaterThan(begun + 30)
  expect([...new Set((await followed(page)).map(([, , state]) => state))]).toEqual(['good'])

  for (const fault of ['black', 'frozen', 'silent'] as const) {
    program.show(fault)
    const code = `program_${fault}`
    const { alarms } = await connection.next('alarms.changed', ({ alarms: all }) =>
      all.some((one) => one.code === code),
    )
    expect(alarms.map((one) => [one.code, one.level])).toEqual([[code, 'attention']])
    await expect.poll(() => stateOf(page)).toBe(fault)
    // Until it was named, the programme had played on for less than five seconds.
    const moments = await followed(page)
    const since = Date.parse(alarms[0]?.since ?? '')
    const first = moments.find(([at]) => at >= since)?.[1] ?? 0
    const named = moments.findLast(([, , state]) => state !== fault)?.[1] ?? 0
    expect(named - first, fault).toBeLessThan(5)
    if (fault === 'black') {
      // Meant to be so.
      await page.locator('[data-quiet]').click()
      await expect.poll(() => page.locator('[data-quiet]').isDisabled()).toBe(true)
    }
    program.show('healthy')
    await connection.next('alarms.changed', ({ alarms: all }) => all.length === 0)
    await expect.poll(() => stateOf(page)).toBe('good')
  }

  // The encoder stops: before the start nobody waits for it, so that it is shown and no alarm.
  program.stop()
  await expect.poll(() => textOf(page)).toMatch(/^Not moving on since/)
  expect((await connection.call('alarms.list')).alarms).toEqual([])
  program.go()
  await expect.poll(() => stateOf(page)).toBe('good')
})

// Catches a monitor that runs before it is opened or after it is closed, moves other panels, forgets that it was open in a
// show, or tells who watches; and an address or a ticket in the addresses of the page.
journey(
  'it is loaded when it is opened, kept open in a show, shown on the stage, and gone when it is closed',
  async () => {
    const program = await openProgram()
    const { connection, page } = await openWithStream()
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    await connection.call('show.enter', { title: 'Night show 48' })
    await openView(page, 'Live')
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-panel]')].map((panel) => {
          const { x, y, width, height } = panel.getBoundingClientRect()
          return [panel.getAttribute('data-panel'), x, y, width, height]
        }),
      )
    const before = await boxes()
    const heavy = (): string[] => asked.filter((url) => /player|hls|\/monitor\//.test(url))
    expect(heavy()).toEqual([])

    // No event has an address, so a person sets one.
    await page.locator('[data-open-monitor]').click()
    await expect.poll(() => textOf(page)).toBe('No playback address')
    await page.locator('[data-set-address]').click()
    const dialog = page.locator('[data-monitor-address]')
    await dialog.locator('input').fill('https://me:secret@video.example/')
    await dialog.locator('[data-address-save]').click()
    await expect.poll(() => dialog.getByRole('alert').textContent()).toContain("can't be used")
    await dialog.locator('input').fill(program.address)
    await dialog.locator('[data-address-save]').click()
    await expect.poll(() => stateOf(page)).toBe('good')
    expect(await boxes()).toEqual(before)
    expect(await axeFindings(page)).toEqual([])

    await page.reload()
    await page.locator('[data-monitor]').waitFor()
    await expect.poll(() => stateOf(page)).toBe('good')

    await page.locator('[data-stage-button]').click()
    await page.locator('[data-stage-monitor-switch]').click()
    const opening = page.context().waitForEvent('page')
    await page.locator('[data-open-stage]').click()
    const stage = await opening
    await stage.locator('[data-stage-monitor][data-shown="true"]').waitFor()
    expect(await stage.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    expect(await axeFindings(stage)).toEqual([])
    await page.locator('[data-stage-monitor-switch]').click()
    await expect.poll(() => stage.locator('[data-stage-monitor]').count()).toBe(0)
    await stage.close()
    await page.keyboard.press('Escape')

    await page.locator('[data-monitor] [data-more]').click()
    await page.locator('[data-action="close-monitor"]').click()
    await page.locator('[data-open-monitor]').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    expect((await connection.call('monitor.get', { environment })).open).toBe(false)
    const closed = program.seen.length
    await page.waitForTimeout(3_000)
    expect(program.seen.length).toBe(closed)

    expect(heavy().some((url) => url.includes('/monitor/'))).toBe(true)
    expect(asked.filter((url) => /sign=|ticket|live\.m3u8/.test(url))).toEqual([])
    const sent = new Set(program.seen.flatMap(({ headers }) => Object.keys(headers)))
    expect([...sent].sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
  },
)

// Catches a broken or hostile broadcast that reaches into this machine, fills its memory, or is only called broken.
journey('what can not be played is said, and nothing else of this machine is reached', async () => {
  let reached = 0
  const inside = createServer((_request, response) => {
    reached += 1
    response.end('secret')
  })
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
  onTestFinished(() => void inside.close())
  const secret = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
  const list =
    (...segments: string[]): RequestListener =>
    (_request, response) =>
      response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n${segments.map((one) => `#EXTINF:1,\n${one}\n`).join('')}`)
  const program = await openProgram({
    '/page.m3u8': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
    '/away.m3u8': (_request, response) => response.writeHead(302, { location: secret }).end(),
    '/named.m3u8': list(secret),
    '/led.m3u8': list('/led.ts'),
    '/led.ts': (_request, response) => response.writeHead(302, { location: secret }).end(),
    '/endless.m3u8': (_request, response) => {
      response.write('#EXTM3U\n')
      const timer = setInterval(() => response.write('#EXTINF:1,\nx.ts\n'.repeat(2_000)), 5)
      response.once('close', () => clearInterval(timer))
    },
    '/huge.m3u8': list('/huge.ts'),
    '/huge.ts': (_request, response) => response.writeHead(200, { 'content-length': 200 * 1024 * 1024 }).end('x'),
    '/slow.m3u8': list('/slow.ts'),
    '/slow.ts': (_request, response) => void response.writeHead(200).write('x'),
  })
  const { connection, page } = await openWithStream()
  const at = (path: string) => connection.call('monitor.set', { environment, address: `${program.origin}${path}` })
  await at('/page.m3u8')
  await page.locator('[data-open-monitor]').click()
  for (const [path, said] of [
    ['/page.m3u8', "The address isn't an HLS playlist"],
    ['/away.m3u8', "The address isn't https"],
    ['/named.m3u8', "The address isn't https"],
    ['/led.m3u8', "The address isn't https"],
    ['/endless.m3u8', 'The answer is too large'],
    ['/huge.m3u8', 'The answer is too large'],
    ['/nothing.m3u8', 'Nothing is there to play'],
    ['/slow.m3u8', 'Not moving on since'],
    ['/live.m3u8', 'Picture and sound'],
  ] as const) {
    await at(path)
    await expect.poll(() => textOf(page), { message: path, timeout: 90_000 }).toContain(said)
  }
  expect(reached).toBe(0)
})
