// An overlay's way from the platform's answer to the changed page, and what twenty overlays and docks cost the host.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { WebSocket } from 'ws'
import { overlayKinds } from '#contract/access-kinds.ts'
import { dockPanels } from '#contract/docks.ts'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk, type Desk } from '../support/desk.ts'
import { letIn } from '../support/grants.ts'
import { megabytesOf, noShares, processorSecondsOf } from '../support/memory.ts'
import { median, type Verdict } from './measure.ts'
import type { BenchStub } from './support.ts'

const updates = 12
const frameMs = 1_000 / 60
const pages = 20
const measuredSeconds = 30
const settleSeconds = 20
const embedId = 'emb_1'

/** Milliseconds on the one clock that this process and the browser's pages share. */
const now = (): number => performance.timeOrigin + performance.now()

/** A platform whose poll has one vote more in each answer, and when it gave it. */
async function startPoll(): Promise<{ baseUrl: string; givenAt: Map<number, number>; stop: () => void }> {
  const givenAt = new Map<number, number>()
  let votes = 100
  const send = (response: ServerResponse, data: object) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data }))
  }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.url !== '/api/vote/embed/get') return send(response, { items: [] })
      votes += 1
      givenAt.set(votes, now())
      const options = [
        { id: 'a', text: 'Red', votes },
        { id: 'b', text: 'Blue', votes: 0 },
      ]
      send(response, { embedId, question: 'Red or blue?', status: 'open', totalVotes: votes, options })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    givenAt,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function benchOverlays(stub: BenchStub): Promise<Verdict[]> {
  const platform = await startPoll()
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', platform.baseUrl] })
  const browser = await launchBrowser()
  try {
    const hand = await desk.connect()
    const environment = 'development'
    await hand.call('credentials.save', { environment, credential: 'apiKey', value: 'bench-key' })
    await hand.call('broadcast.choose', {
      environment,
      stream: { id: 'str_1', name: 'Stream' },
      poll: { id: embedId, name: 'Poll' },
    })
    await hand.call('show.enter', { title: 'Show' })
    hand.close()
    const alone = await shareOfCore(desk)
    const update = await updateMs(desk, browser, platform.givenAt)
    const echo = await echoMs(stub.echoUrl)
    for (let n = 0; n < pages; n += 1) await openOne(desk, browser, n)
    const full = await shareOfCore(desk)
    return [
      {
        name: 'overlay: from the answer to the changed page / (3 echoes + 1 frame)',
        ratio: update / (3 * echo + frameMs),
        bound: 1,
        keep: 'at most',
        note: `${update.toFixed(1)} ms; echo ${echo.toFixed(2)} ms`,
      },
      {
        name: `${pages} overlays and docks / 5 % of a core`,
        ratio: full / 0.05,
        bound: 1,
        keep: 'at most',
        note: `${percent(full)} of a core, ${percent(alone)} without them`,
      },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
    platform.stop()
  }
}

/** What the desk costs when nobody looks: memory and the processor's time. */
export async function benchIdle(): Promise<Verdict[]> {
  if (noShares) return []
  const desk = await startDesk()
  try {
    // The work after a start is done by then.
    await wait(60_000)
    const share = await shareOfCore(desk)
    const megabytes = megabytesOf(desk.pid)
    return [
      {
        name: 'idle desk / 60 MB',
        ratio: megabytes / 60,
        bound: 1,
        keep: 'at most',
        note: `${megabytes.toFixed(0)} MB`,
      },
      { name: 'idle desk / 0.1 % of a core', ratio: share / 0.001, bound: 1, keep: 'at most', note: percent(share) },
    ]
  } finally {
    await endDesk(desk)
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

/** The median time from the platform's answer to the number on the page. */
async function updateMs(desk: Desk, browser: Browser, givenAt: ReadonlyMap<number, number>): Promise<number> {
  const page = await openOverlay(desk, browser, 'poll')
  await page.waitForFunction(() => document.body.innerText.includes('votes'))
  const shownAt: Array<[number, number]> = await page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const seen = new Map<number, number>()
        new MutationObserver(() => {
          const votes = Number(/(\d+) votes/.exec(document.body.innerText)?.[1])
          if (!seen.has(votes) && votes > 0) seen.set(votes, performance.timeOrigin + performance.now())
          if (seen.size > wanted) done([...seen])
        }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
      }),
    updates,
  )
  await page.close()
  // The first one may have been there before the observer.
  return median(shownAt.slice(1).map(([votes, at]) => at - (givenAt.get(votes) ?? Number.NaN)))
}

async function echoMs(url: string): Promise<number> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await once(socket, 'open')
  const times: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const begun = performance.now()
    const back = once(socket, 'message')
    socket.send('x'.repeat(300))
    await back
    times.push(performance.now() - begun)
  }
  socket.close()
  return median(times.slice(100))
}

async function openOverlay(desk: Desk, browser: Browser, kind: (typeof overlayKinds)[number]): Promise<Page> {
  const { secret } = await letIn(desk, { name: kind, scope: 'watch', environment: 'development', values: [kind] })
  const page = await browser.newPage()
  await page.goto(`${new URL(desk.url).origin}/overlay/${kind}#g=${secret}`)
  return page
}

async function openOne(desk: Desk, browser: Browser, n: number): Promise<void> {
  const kind = overlayKinds[n % overlayKinds.length]
  if (n % 2 === 0 && kind !== undefined) return void (await openOverlay(desk, browser, kind))
  const { secret } = await letIn(desk, {
    name: 'Dock',
    scope: 'operate',
    environment: 'development',
    commands: ['mark'],
    mode: 'arm',
    inAddress: true,
  })
  const page = await browser.newPage()
  await page.goto(`${new URL(desk.url).origin}/dock/${dockPanels[n % dockPanels.length]}#g=${secret}`)
}

/** The share of one core that the host takes, after a while for what was just opened. */
async function shareOfCore(desk: Desk): Promise<number> {
  await wait(settleSeconds * 1_000)
  const before = processorSecondsOf(desk.pid)
  await wait(measuredSeconds * 1_000)
  return (processorSecondsOf(desk.pid) - before) / measuredSeconds
}
