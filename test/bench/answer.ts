// An answer of 8 MiB in the viewer in Chromium: whether the page responds while it is loaded, parsed, shown and
// scrolled. The viewer is alone in a page that is built as the desk is, and gets its parts over a socket.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import type { Exchange } from '#contract/requests.ts'
import config from '../../electron.vite.config.ts'
import { describeOperations } from '../../main/platform/catalog/index.ts'
import { servePage } from '../renderer/support/serve-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { longestTask } from './longest-task.ts'
import { median, type Verdict } from './measure.ts'

const rows = 100_000
const rounds = 5
const operation = 'POST /api/payment/charge/all'

/** A list of charges; 100,000 of them are just under 8 MiB. */
function answerOf(count: number): string {
  const items = Array.from(
    { length: count },
    (_, n) =>
      `{"id":"ch_${n}","customerId":"cus_${n % 977}","amount":${(n * 7919) % 250_000},"f":10,"status":"${n % 3 === 0 ? 'pending' : 'succeeded'}"}`,
  )
  return `{"data":{"items":[${items.join(',')}],"total":${count}},"requestId":"req_1"}`
}

/** Serves the viewer's page; `texts` are the bodies by their id. The caller closes it. */
async function serveAnswers(texts: ReadonlyMap<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-answer-'))
  await build({
    ...config.renderer,
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'answer-page'),
    build: { minify: true, outDir: folder, emptyOutDir: true },
  })
  const served = await servePage(folder, 0, () => (method, params) => {
    if (method === 'catalog.list') return { operations: describeOperations() }
    if (method !== 'answers.part') return {}
    const { id, from, length } = params as { id: string; from: number; length: number }
    const text = texts.get(id) ?? ''
    return { text: text.slice(from, from + length), done: from + length >= text.length }
  })
  return { url: served.url, close: () => Promise.all([served.close(), rm(folder, { recursive: true })]) }
}

export async function benchAnswer(): Promise<Verdict[]> {
  const text = answerOf(rows)
  const small = answerOf(5)
  const served = await serveAnswers(
    new Map([['small', small], ...Array.from({ length: rounds }, (_, round): [string, string] => [`b${round}`, text])]),
  )
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('pageerror', (error) => {
      throw error
    })
    await page.goto(served.url)
    await page.waitForFunction(() => typeof window.showAnswer === 'function')
    const waits: number[] = []
    const still: number[] = []
    const tasks: number[] = []
    const took: number[] = []
    let inputs = 0
    // The viewer itself is opened first, as it is with any answer before.
    await page.evaluate((exchange) => window.showAnswer(exchange), exchangeOf('small', small))
    await shown(page, 3)
    for (let round = 0; round < rounds; round += 1) {
      // In between the page rests: what an input waits then is the machine's.
      still.push((await hand(page, page.waitForTimeout(1_000))).input)
      const from = performance.now()
      await page.evaluate((exchange) => window.showAnswer(exchange), exchangeOf(`b${round}`, text))
      const worst = await hand(
        page,
        shown(page, 5).then(() => took.push(performance.now() - from)),
      )
      waits.push(worst.input)
      inputs += worst.inputs
      await page.evaluate(() => window.showAnswer(undefined))
    }
    const session = await page.context().newCDPSession(page)
    for (let round = 0; round < rounds; round += 1) {
      tasks.push(
        await longestTask(session, async () => {
          await page.evaluate((exchange) => window.showAnswer(exchange), exchangeOf(`b${round}`, text))
          await shown(page, 5)
          await scroll(page)
        }),
      )
      await page.evaluate(() => window.showAnswer(undefined))
    }
    const list = (times: number[]): string => times.map((ms) => ms.toFixed(0)).join(', ')
    return [
      {
        name: 'longest wait of an input while 8 MiB are parsed and shown / 100 ms',
        // The machine's other work only adds to it.
        ratio: Math.min(...waits) / 100,
        bound: 1,
        keep: 'at most',
        note: `the least of ${list(waits)} ms; ${list(still)} ms while nothing happens; ${(text.length / 1_048_576).toFixed(1)} MiB on screen after ${median(took).toFixed(0)} ms, ${inputs} inputs`,
      },
      {
        name: 'longest task of the page meanwhile, and while 100,000 rows scroll / 50 ms',
        ratio: median(tasks) / 50,
        bound: 1,
        keep: 'at most',
        note: `${list(tasks)} ms of its thread's own time`,
      },
    ]
  } finally {
    await browser.close()
    await served.close()
  }
}

function exchangeOf(id: string, text: string): Exchange {
  return {
    id: `exchange-${id}`,
    operation,
    environment: 'rehearsal',
    at: new Date().toISOString(),
    outcome: 'answered',
    status: 200,
    durationMs: 420,
    attempts: 1,
    headers: [['content-type', 'application/json']],
    body: { id, kind: 'json', type: 'application/json', bytes: text.length, length: text.length, problems: [] },
  }
}

const shown = (page: Page, row: number): Promise<void> =>
  page.locator(`[aria-rowindex="${row}"] [data-column="0"]`).waitFor()

/** Inputs without a pause until it is done; answers how long they waited. */
async function hand(page: Page, done: Promise<unknown>): Promise<Window['worst']> {
  await page.evaluate(() => (window.worst = { input: 0, inputs: 0 }))
  const state = { going: true }
  const until = done.finally(() => (state.going = false))
  for (let step = 0; state.going; step += 1) {
    await page.mouse.move(200 + (step % 40) * 10, 300)
    if (step % 5 === 0) await page.keyboard.press('Shift')
  }
  await until
  return page.evaluate(() => window.worst)
}

/** Three seconds of scrolling over new rows, and a jump to the end. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(600, 500)
  for (const until = performance.now() + 3_000; performance.now() < until;) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  await page.getByRole('grid').evaluate((element) => (element.scrollTop = element.scrollHeight))
  await shown(page, rows + 1)
}
