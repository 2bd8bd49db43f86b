// 200 watched values a second on the live desk in a browser: its thread may be busy half of the time, and the last
// value of each must be on screen at the end.
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import type { Json } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { LiveValue, Pace } from '#contract/live.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { createSampleBackend } from '../renderer/support/sample-backend.ts'
import { servePage } from '../renderer/support/serve-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { root } from '../support/desk.ts'
import type { Verdict } from './measure.ts'

const perSecond = 200
const seconds = 8
const everyMs = 10
/** Answers are numbered from here. */
const first = 100

interface Moving {
  request: OperationRequest
  pace: Pace
  /** The platform's answer number `n`. */
  data(n: number): Json
  /** What is then on screen, and where. */
  shown(n: number): { selector: string; text: string }
}

const whole = new Intl.NumberFormat('en')
const stream = { streamId: 'str_1' }
const startedOn = new Date(Date.now() - 3_600_000).toISOString()

/** The values of the live desk with a stream, a poll and a link chosen. */
const moving: Moving[] = [
  {
    request: { operation: 'POST /api/video/stream/getStatus', body: stream },
    pace: 'status',
    data: (n) => ({ data: { id: 'str_1', status: 'live', startedOn, viewers: 1_000 + n } }),
    shown: (n) => ({ selector: '[data-viewers]', text: whole.format(1_000 + n) }),
  },
  {
    request: { operation: 'POST /api/video/stream/getAnalytics', body: stream },
    pace: 'figures',
    data: (n) => ({ data: { id: 'str_1', status: 'live', bitrateKbps: 5_000, droppedFrames: n } }),
    shown: (n) => ({ selector: '[data-signals]', text: `${whole.format(n)} dropped` }),
  },
  {
    request: { operation: 'GET /api/video/details/all', query: stream },
    pace: 'status',
    data: (n) => ({
      data: {
        items: ['Main stage', 'Second', 'Third'].map((providerName, index) => ({
          id: `det_${index}`,
          providerName,
          streamId: 'str_1',
          videoId: `vid_${index}`,
          status: `live ${n}`,
          started: true,
        })),
      },
    }),
    shown: (n) => ({ selector: '[data-destination="Third"]', text: `live ${n}` }),
  },
  {
    request: { operation: 'POST /api/vote/embed/get', body: { embedId: 'emb_2' } },
    pace: 'tally',
    data: (n) => ({
      data: {
        id: 'emb_2',
        status: 'open',
        question: 'Who should come next?',
        options: ['cook', 'diver', 'clockmaker'].map((id) => ({ id, text: id })),
        tally: { cook: n, diver: 2 * n, clockmaker: 3 * n },
        totalVotes: 6 * n,
      },
    }),
    shown: (n) => ({ selector: '[data-total]', text: whole.format(6 * n) }),
  },
  {
    request: { operation: 'GET /api/ads/placement/all' },
    pace: 'figures',
    data: (n) => ({ data: { items: [{ id: 'plc_1', name: `Spot ${n}`, status: 'running', streamId: 'str_1' }] } }),
    shown: (n) => ({ selector: '[data-panel="ads"]', text: `Spot ${n}` }),
  },
  {
    request: {
      operation: 'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}',
      path: { paymentLinkId: 'lnk_1' },
    },
    pace: 'figures',
    data: (n) => ({ data: { id: 'lnk_1', goal: 5_000_000, raised: 100 * n, percent: n % 100, currency: 'EUR' } }),
    shown: (n) => ({ selector: '[data-raised]', text: `${whole.format(n)}.00 EUR` }),
  },
  {
    request: { operation: 'POST /api/payment/charge/all', body: { limit: 100, offset: 0 } },
    pace: 'figures',
    data: (n) => ({
      data: {
        items: [5, 4, 3, 2, 1].map((place) => ({
          id: `chg_${n - place}`,
          description: `Ticket ${place}`,
          amount: 1_200,
          currency: 'EUR',
          status: 'succeeded',
          createdAt: startedOn,
        })),
        total: n,
      },
    }),
    shown: (n) => ({ selector: '[data-total-charges]', text: whole.format(n) }),
  },
]

const answerOf = (data: Json): ReadAnswer => ({
  status: 200,
  data,
  receivedAt: new Date().toISOString(),
  durationMs: 12,
})
const keyed = new Map(moving.map((one) => [watchKey(one.request), one]))

export async function benchLive(): Promise<Verdict[]> {
  const last = new Map(moving.map((one) => [one, first]))
  const served = await servePage(join(root, 'out/renderer'), 0, (push) => {
    const backend = createSampleBackend(push, 60, 6, async (request) => {
      const one = keyed.get(watchKey(request))
      return answerOf(one?.data(last.get(one) ?? first) ?? {})
    })
    void backend.handle('broadcast.choose', {
      environment: 'rehearsal',
      stream: { id: 'str_1', name: 'Night show main' },
      poll: { id: 'emb_2', name: 'Next guest' },
      link: { id: 'lnk_1', name: 'Winter special' },
    })
    return backend.handle
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(served.url)
    await page.evaluate(() => (location.hash = '#/live'))
    for (const one of moving) await stands(page, one.shown(first))
    const session = await page.context().newCDPSession(page)
    // The machine's other work does not count.
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await session.send('Performance.enable')

    let sent = 0
    const before = await worked(session)
    const from = performance.now()
    while (performance.now() - from < seconds * 1_000) {
      for (const due = ((performance.now() - from) * perSecond) / 1_000; sent < due; sent += 1) {
        const one = moving[sent % moving.length]
        if (one === undefined) continue
        const n = first + 1 + sent
        last.set(one, n)
        const value: LiveValue = {
          key: watchKey(one.request),
          environment: 'rehearsal',
          pace: one.pace,
          answer: answerOf(one.data(n)),
          reading: false,
        }
        served.push('live.value', value)
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    const after = await worked(session)
    const took = (performance.now() - from) / 1_000
    const busy = (after - before) / took

    let missing = 0
    for (const [one, n] of last)
      if (
        !(await stands(page, one.shown(n)).then(
          () => true,
          () => false,
        ))
      )
        missing += 1
    return [
      {
        name: `the page's own thread under ${perSecond} live values a second / its time`,
        ratio: busy,
        bound: 0.5,
        keep: 'at most',
        note: `${sent} values in ${took.toFixed(1)} s`,
      },
      {
        name: 'live values whose last one is not on screen',
        ratio: missing,
        bound: 0,
        keep: 'at most',
        note: `${moving.length} values on screen`,
      },
    ]
  } finally {
    await browser.close()
    await served.close()
  }
}

function stands(page: Page, { selector, text }: { selector: string; text: string }): Promise<void> {
  return page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 5_000 })
}

/** Seconds that the page's thread has worked so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics: list } = await session.send('Performance.getMetrics')
  return list.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
