// The page of a browser source, over the built desk, in this machine's Chromium and in the old ones that streaming software embeds.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stepOf, type StepId } from '#answers/poll/steps.ts'
import type { OverlayKind } from '#contract/access-kinds.ts'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk, temporaryProfile, type Desk, type DeskConnection } from '../support/desk.ts'
import { callAsPage, letIn } from '../support/grants.ts'
import { oldBrowser } from '../support/old-browser.ts'
import { noBrowser } from './page.ts'
import { showRundown } from './support/rundowns.ts'

vi.setConfig({ testTimeout: 180_000 })

const environment = 'rehearsal'
const embedId = 'emb_2'
const old = await Promise.all(
  ([103, 127] as const).map(async (version) => ({ version, browser: await oldBrowser(version) })),
)
const versions = ['this machine', 103, 127] as const
/** Why a browser can't be had, for the name of a skipped test. */
const missing = (version: (typeof versions)[number]): string | undefined =>
  version === 'this machine'
    ? noBrowser
      ? 'no browser'
      : undefined
    : old.find((one) => one.version === version)?.browser.missing
for (const version of versions) {
  const why = missing(version)
  if (why !== undefined) test.skip(why, () => undefined)
}
const present = versions.filter((version) => missing(version) === undefined)

/** A desk on air in the rehearsal, whose poll takes votes. */
async function openShow(
  options: Parameters<typeof startDesk>[0] = {},
): Promise<{ desk: Desk; connection: DeskConnection }> {
  const desk = await startDesk(options)
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await connection.call('broadcast.choose', {
    environment,
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: embedId, name: 'Next guest' },
    link: { id: 'lnk_1', name: 'Winter special' },
  })
  await connection.call('show.enter', { title: 'Night show 48' })
  return { desk, connection }
}

/** A page of streaming software; it fails the test at any error in it. An old browser stands no second context. */
async function openBrowser(version: (typeof versions)[number], refusals = false): Promise<Page> {
  const kept = old.find((one) => one.version === version)?.browser
  const browser = await (kept !== undefined && kept.missing === undefined ? kept.launch() : launchBrowser())
  const page = await (await browser.newContext({ viewport: { width: 800, height: 600 } })).newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    // The browser names every connection that a closed desk refuses.
    const refused = refusals && message.text().includes('WebSocket connection')
    if (message.type() === 'error' && !refused) troubles.push(message.text())
  })
  onTestFinished(async () => {
    await browser.close()
    expect(troubles).toEqual([])
  })
  return page
}

/** Opens an overlay as its browser source does; its address has a grant of this kind alone. */
async function open(page: Page, desk: Desk, kind: OverlayKind, query = ''): Promise<{ id: string; address: string }> {
  const { grant, secret } = await letIn(desk, { name: `Overlay ${kind}`, scope: 'watch', environment, values: [kind] })
  const address = `${new URL(desk.url).origin}/overlay/${kind}${query}#g=${secret}`
  await page.goto(address)
  return { id: grant.id, address }
}

/** How many pixels of the page are not clear, of how many. */
async function opaque(page: Page): Promise<{ some: number; all: number }> {
  const png = (await page.screenshot({ omitBackground: true })).toString('base64')
  const canvas = await page.context().newPage()
  try {
    return await canvas.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const { width, height } = image
      const drawn = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      drawn?.drawImage(image, 0, 0)
      const pixels = drawn?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      let some = 0
      for (let at = 3; at < pixels.length; at += 4) some += pixels[at] === 0 ? 0 : 1
      return { some, all: width * height }
    }, png)
  } finally {
    await canvas.close()
  }
}

const text = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim())
const shows = (page: Page, pattern: RegExp) => expect.poll(() => text(page), { interval: 100 }).toMatch(pattern)

async function step(connection: DeskConnection, id: StepId): Promise<void> {
  const { state } = await connection.call('ledger.submit', {
    operation: 'PUT /api/vote/embed/update',
    body: { embedId, ...stepOf(id).fields },
  })
  expect(state).toBe('confirmed')
}

// Catches an overlay that shows an old number, a wrong one, one of a frozen desk, or a background over the picture.
test.each(present)('a poll on the picture, in Chromium of %s', async (version) => {
  const { desk, connection } = await openShow()
  const page = await openBrowser(version)
  await open(page, desk, 'poll')
  await shows(page, /Who should come next\?.*200 votes/)
  expect(await text(page)).not.toContain('%')

  await step(connection, 'reveal')
  const vote = await connection.call('ledger.submit', {
    operation: 'POST /api/vote/cast/create',
    body: { embedId, optionId: 'cook', voterId: 'viewer-overlay' },
  })
  expect(vote.state).toBe('confirmed')
  const votedAt = performance.now()
  await shows(page, /A cook 21% A diver 33% A clockmaker 46% 201 votes/)
  expect(performance.now() - votedAt).toBeLessThan(5_000)
  const lit = await opaque(page)
  expect(lit.some).toBeGreaterThan(1_000)
  expect(lit.all - lit.some).toBeGreaterThan(lit.all / 4)

  // The host stands still: its sockets stay open, and nothing more is said.
  desk.child.kill('SIGSTOP')
  try {
    const frozenAt = performance.now()
    await page.waitForFunction(() => document.querySelector('.overlay') === null, undefined, { polling: 20 })
    expect(performance.now() - frozenAt).toBeLessThan(3_300)
    expect((await opaque(page)).some).toBe(0)
  } finally {
    desk.child.kill('SIGCONT')
  }
  await shows(page, /201 votes/)

  await step(connection, 'hidden')
  await shows(page, /^$/)
})

// Catches a kind that shows nothing though it could, and one that shows something though there is nothing.
test.each(present)('every kind, in Chromium of %s', async (version) => {
  const { desk, connection } = await openShow()
  const page = await openBrowser(version)
  await open(page, desk, 'goal')
  await shows(page, /Winter special [\d,]+\.\d\d EUR of [\d,]+\.\d\d EUR \d+%/)
  await open(page, desk, 'countdown')
  await shows(page, /Night show 48 .*\d+:\d\d/)
  await open(page, desk, 'poll', '?accent=%23ff0000&size=60&lang=es')
  await shows(page, /200 votos/)
  const size = () => getComputedStyle(document.querySelector('.overlay') ?? document.body).fontSize
  expect(await page.evaluate(size)).toBe('60px')
  for (const kind of ['onair', 'sponsor'] as const) {
    await open(page, desk, kind)
    await connection.next('overlay.value', (frame) => frame.kind === kind && frame.ageMs !== null)
    expect((await opaque(page)).some, kind).toBe(0)
  }
  await showRundown(connection)
  await open(page, desk, 'next')
  await shows(page, /^Next Opening/)
  const { position } = await connection.call('rundown.position', { environment })
  if (position === null) throw new Error('The show has no rundown.')
  const { rundown: id, revision, position: saw, shown, next } = position
  await connection.call('rundown.go', {
    ...{ id, revision, position: saw, shown, environment },
    ...{ press: randomUUID(), pressedAt: new Date().toISOString() },
  })
  await shows(page, new RegExp(`^Now ${next?.title} .* Next `))
})

// Catches the numbers of a rehearsal on the picture of another environment.
test.skipIf(noBrowser)('another environment empties the overlay', async () => {
  const { desk, connection } = await openShow()
  const page = await openBrowser('this machine')
  await open(page, desk, 'poll')
  await shows(page, /200 votes/)
  await connection.call('show.leave')
  await connection.call('environments.configure', { id: 'development', baseUrl: 'http://127.0.0.1:9' })
  await connection.call('environments.select', { id: 'development' })
  await expect.poll(() => text(page), { interval: 50, timeout: 3_000 }).toBe('')
  await connection.call('environments.select', { id: environment })
  await shows(page, /200 votes/)
})

// Catches addresses that die with a restart of the desk, so that they have to be pasted again before every show.
test.each(present)('the same address shows the new number after two restarts, in Chromium of %s', async (version) => {
  const profile = temporaryProfile()
  const first = await openShow({ profile, keptPort: true })
  const page = await openBrowser(version, true)
  const { address } = await open(page, first.desk, 'poll')
  await shows(page, /200 votes/)
  let { desk } = first
  for (let restarts = 1; restarts <= 2; restarts += 1) {
    await desk.stop()
    await expect.poll(() => text(page), { interval: 50, timeout: 3_300 }).toBe('')
    desk = await startDesk({ profile, keptPort: true })
    onTestFinished(() => endDesk(desk))
    expect(new URL(desk.url).origin).toBe(new URL(address).origin)
    const connection = await desk.connect()
    const vote = await connection.call('ledger.submit', {
      operation: 'POST /api/vote/cast/create',
      body: { embedId, optionId: 'cook', voterId: `viewer-${restarts}` },
    })
    expect(vote.state).toBe('confirmed')
    const begun = performance.now()
    await shows(page, /20[12] votes/)
    expect(performance.now() - begun).toBeLessThan(5_000)
  }
})

// Catches a revoked address that stays on the picture.
test.skipIf(noBrowser)('a revoked overlay is empty within a second', async () => {
  const { desk } = await openShow()
  const page = await openBrowser('this machine', true)
  const { id } = await open(page, desk, 'poll')
  await shows(page, /200 votes/)
  await callAsPage(desk, 'access.revoke', { id })
  await expect.poll(() => text(page), { interval: 20, timeout: 1_000 }).toBe('')
})
