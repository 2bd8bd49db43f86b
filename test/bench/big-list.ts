// A list of 100,000 rows on the built desk in Chromium: how long an input waits while the answer comes and is shown,
// and how long the thread works without a break.
import { chromium } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { connectDesk, endDesk, startDesk, temporaryProfile, type DeskConnection } from '../support/desk.ts'
import { startShellDesk } from '../support/electron/desk.ts'
import { reply, startStub } from '../support/stub-platform.ts'
import { longestTask } from './longest-task.ts'
import { median, type Verdict } from './measure.ts'
import { joinQuietPage, openQuietPage, type QuietPage } from './quiet-page.ts'

const rows = 100_000
const rounds = 5
const boundMs = 100
const page = '#/products?product=Teams&resource=team%2Fgeneral'
/** Just under the 8 MiB that the desk takes. */
const list = `{"data":[${Array.from({ length: rows }, (_, n) => `{"id":"team_${n}","name":"Name ${n}","status":"open","rank":${(n * 7919) % 1000},"note":"a note"}`).join(',')}]}`

export const benchBigList = (): Promise<Verdict[]> =>
  measure("a product's page", async (args) => {
    const desk = await startDesk({ args })
    const browser = await launchBrowser()
    return {
      connection: await desk.connect(),
      quiet: () => openQuietPage(browser, desk.url),
      async end() {
        await browser.close()
        await endDesk(desk)
      },
    }
  })

/** The same in the app, across its context bridge. */
export const benchBridge = (): Promise<Verdict[]> =>
  measure("a product's page of the app", async (args) => {
    const profile = temporaryProfile()
    const desk = await startShellDesk({ profile, args: [...args, '--confirm-origin'], env: {} })
    const { endpoint, target } = await desk.ask('page')
    const browser = await chromium.connectOverCDP(endpoint)
    return {
      connection: await connectDesk(desk.client),
      quiet: () => joinQuietPage(browser, target),
      async end() {
        await browser.close()
        await endDesk({ profile, stop: desk.stop })
      },
    }
  })

interface Opened {
  connection: DeskConnection
  quiet: () => Promise<QuietPage>
  end: () => Promise<void>
}

async function measure(where: string, start: (args: string[]) => Promise<Opened>): Promise<Verdict[]> {
  const stub = await startStub(({ url }, response) => {
    if (!url.includes('/team/general/all')) return reply(response, 200, { data: [] })
    response.writeHead(200, { 'content-type': 'application/json' }).end(list)
  })
  const opened = await start(['--environment', 'development', '--base-url', stub.baseUrl])
  await opened.connection.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'bench-key',
  })
  try {
    const quiet = await opened.quiet()
    await quiet.evaluate(listen)
    await there(quiet, 'document.querySelector("nav")')
    const waits: number[] = []
    const still: number[] = []
    const tasks: number[] = []
    const took: number[] = []
    // The page itself is opened first, as it is with any list before.
    await openList(quiet)
    for (let round = 0; round < rounds; round += 1) {
      // In between the page rests: what an input waits then is the machine's.
      await leave(quiet)
      still.push(await hand(quiet, new Promise((done) => setTimeout(done, 1_000))))
      const from = performance.now()
      waits.push(
        await hand(
          quiet,
          openList(quiet).then(() => took.push(performance.now() - from)),
        ),
      )
    }
    for (let round = 0; round < rounds; round += 1) {
      await leave(quiet)
      tasks.push(await longestTask(quiet, () => openList(quiet)))
    }
    const written = (times: number[]): string => times.map((ms) => ms.toFixed(0)).join(', ')
    return [
      {
        name: `longest wait of an input while ${where} gets and shows ${rows} rows / ${boundMs} ms`,
        ratio: median(waits) / boundMs,
        bound: 1.2,
        keep: 'at most',
        note: `${written(waits)} ms; ${written(still)} ms while nothing happens; ${(list.length / 1_048_576).toFixed(1)} MiB on screen after ${median(took).toFixed(0)} ms`,
      },
      {
        name: `longest task of the page meanwhile / ${boundMs} ms`,
        ratio: median(tasks) / boundMs,
        bound: 1,
        keep: 'at most',
        note: `${written(tasks)} ms of its thread's own time`,
      },
    ]
  } finally {
    await opened.end()
    await stub.close()
  }
}

/** Keeps the longest time between an input and its event. */
const listen = `
  window.longestWait = 0
  for (const name of ['pointermove', 'keydown']) addEventListener(name, ({ timeStamp }) => (window.longestWait = Math.max(window.longestWait, performance.now() - timeStamp)), { capture: true, passive: true })
`

/** Waits inside the page: questions from outside would cost it more. */
function there(quiet: QuietPage, what: string): Promise<unknown> {
  return quiet.evaluate(
    `new Promise((done) => { const look = () => (${what} ? done() : setTimeout(look, 10)); look() })`,
  )
}

async function leave(quiet: QuietPage): Promise<void> {
  await quiet.evaluate(`void (location.hash = '#/products')`)
  await there(quiet, `document.querySelector('[data-products-home]')`)
  // Garbage of the earlier rows is collected now, not during the next ones.
  await quiet.send('HeapProfiler.collectGarbage')
}

/** Until the rows are there and half a second more: work after drawing counts as well. */
async function openList(quiet: QuietPage): Promise<void> {
  await quiet.evaluate(`void (location.hash = '${page}')`)
  await there(quiet, `document.querySelector('#view [role="grid"]')?.ariaRowCount === '${rows + 1}'`)
  await new Promise((done) => setTimeout(done, 500))
}

/** Inputs without a pause until it is done; answers the longest wait of one. */
async function hand(quiet: QuietPage, done: Promise<unknown>): Promise<number> {
  await quiet.evaluate('window.longestWait = 0')
  const state = { going: true }
  const until = done.finally(() => (state.going = false))
  for (let step = 0; state.going; step += 1) {
    await quiet.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 300 + (step % 40) * 10, y: 300 })
    if (step % 5 === 0)
      for (const type of ['keyDown', 'keyUp'])
        await quiet.send('Input.dispatchKeyEvent', { type, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 })
  }
  await until
  return Number(await quiet.evaluate('window.longestWait'))
}
