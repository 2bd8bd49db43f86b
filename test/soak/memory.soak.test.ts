// An evening of scripts in five minutes: what the desk holds on to shows in its memory.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from 'showdesk/client'
import { startBenchStub } from '../bench/support.ts'
import { closeBrowser, noBrowser } from '../e2e/page.ts'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { megabytesOf, noShares } from '../support/memory.ts'

const writes = Number(process.env.SOAK_WRITES ?? 100_000)
const reads = writes / 4
const seconds = 300 * (writes / 100_000)
const mostMegabytes = 200
const environment = 'development'

afterAll(closeBrowser)

const body = (n: number) => ({
  name: `Contact ${n}`,
  email: `contact${n}@example.com`,
  tags: ['one', 'two'],
  note: 'x'.repeat(200),
})

// Catches what is kept of each write, read or page that has gone, and a queue whose cost grows with its length.
test.skipIf(noBrowser || noShares)(
  `${writes} writes and ${reads} reads in ${seconds} s stay below ${mostMegabytes} MB, with pages coming and going`,
  { timeout: 1_800_000 },
  async () => {
    const stub = await startBenchStub()
    onTestFinished(() => stub.stop())
    const desk = await startDesk({ args: ['--environment', environment, '--base-url', stub.baseUrl] })
    onTestFinished(() => endDesk(desk))
    const script = await connect(desk)
    await script.call('credentials.save', { environment, credential: 'apiKey', value: 'soak-key' })
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())

    const begun = performance.now()
    const elapsed = () => (performance.now() - begun) / 1_000
    let most = 0
    let isOver = false
    async function watchMemory(): Promise<void> {
      for (; !isOver; await wait(250)) most = Math.max(most, megabytesOf(desk.pid))
    }
    async function comeAndGo(): Promise<number> {
      let pages = 0
      for (; !isOver; pages += 1) {
        const page = await browser.newPage()
        await page.goto(desk.url)
        await page.getByRole('link', { name: 'Activity', exact: true }).click()
        await wait(2_000)
        await page.close()
      }
      return pages
    }
    /** One call after the other, evenly over the time: what is sent at once by the thousand waits in the queue, in memory. */
    async function spread(count: number, call: (n: number) => Promise<unknown>): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        const due = (n / count) * seconds - elapsed()
        if (due > 0) await wait(due * 1_000)
        await call(n)
      }
    }
    const memory = watchMemory()
    const pages = comeAndGo()
    await Promise.all([
      spread(writes, (n) =>
        script.call('ledger.submit', { operation: 'POST /api/marketing/contact/create', body: body(n) }),
      ),
      spread(reads, () => script.call('platform.read', { operation: 'GET /api/events/general/all' })),
    ])
    await expect
      .poll(async () => (await script.call('desk.info')).counts, { timeout: 900_000, interval: 1_000 })
      .toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
    const took = elapsed()
    isOver = true
    await memory
    expect(await pages).toBeGreaterThan(1)
    const { items } = await script.call('ledger.list', { limit: 1 })
    expect(items[0]?.state).toBe('confirmed')
    script.close()
    expect(most, `in ${took.toFixed(0)} s`).toBeLessThan(mostMegabytes)
  },
)
