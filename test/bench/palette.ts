// Typing into the palette over every operation, 10,000 drafts and 10,000 seen records: the work of the page's thread
// from a key to the first results, and to those of the backend.
import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { endDesk, startDesk, type DeskConnection } from '../support/desk.ts'
import type { Verdict } from './measure.ts'

const many = 10_000
const atOnce = 200
const frameMs = 16
const resources = [
  'team/general',
  'team/category',
  'team/subcategory',
  'events/general',
  'video/category',
  'video/channel',
  'video/subcategory',
  'sponsor/general',
  'spaces/general',
  'pages/general',
]
/** Each text is typed so often; the quickest time of each key counts, without the machine's other work. */
const rounds = 5
const typings = ['refund', 'charge all', 'evening', 'record 77', 'settings', 'stream']

export async function benchPalette(): Promise<Verdict[]> {
  const desk = await startDesk()
  const browser = await launchBrowser()
  try {
    const connection = await desk.connect()
    await fill(connection)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(desk.url)
    await page.getByRole('navigation').first().waitFor()
    await page.waitForTimeout(2_000)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.getByRole('option').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await watch(page)
    const keys = typings.flatMap((text) =>
      Array.from(text, (letter, index) => ({
        text,
        letter,
        last: index === text.length - 1,
        first: Infinity,
        whole: Infinity,
      })),
    )
    for (let round = 0; round < rounds; round += 1) {
      for (const key of keys) {
        const before = await busyMs(session)
        await page.keyboard.type(key.letter)
        await page.waitForTimeout(150)
        key.whole = Math.min(key.whole, (await busyMs(session)) - before)
        key.first = Math.min(
          key.first,
          await page.evaluate(() => (window as unknown as Watched).firstResults.pop() ?? Number.NaN),
        )
        if (!key.last) continue
        await page.getByRole('option').first().waitFor()
        await page.getByRole('combobox').fill('')
        await page.waitForTimeout(150)
      }
    }
    const first = keys.map((key) => key.first)
    const whole = keys.map((key) => key.whole)
    if (first.some(Number.isNaN)) throw new Error('Not every key was seen by the page')
    const [typical, worst] = [at(first, 0.5), at(first, 0.95)]
    return [
      {
        name: 'palette: work after a key to the first results, p95 / one frame',
        ratio: worst / frameMs,
        bound: 1,
        keep: 'at most',
        note: `${keys.length} keys, p50 ${typical.toFixed(1)} ms, p95 ${worst.toFixed(1)} ms, drafts and records included p50 ${at(whole, 0.5).toFixed(1)} ms, p95 ${at(whole, 0.95).toFixed(1)} ms of the page's thread`,
      },
    ]
  } finally {
    await browser.close()
    await endDesk(desk)
  }
}

interface Watched {
  /** From the key's event until its results are laid out, in milliseconds. */
  firstResults: number[]
}

/**
 * The framework has written its changes before the next listener runs, which asks for the layout. Painting is the
 * browser's.
 */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.firstResults = []
    let begun = 0
    document.addEventListener('keydown', () => (begun = performance.now()), { capture: true })
    document.addEventListener('input', () => {
      document.querySelector('[role="listbox"]')?.getBoundingClientRect()
      watched.firstResults.push(performance.now() - begun)
    })
  })
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

async function fill(connection: DeskConnection): Promise<void> {
  for (let from = 0; from < many; from += atOnce) {
    const places = Array.from({ length: atOnce }, (_, index) => from + index)
    await Promise.all([
      ...places.map((place) =>
        connection.call('drafts.save', {
          operation: 'POST /api/marketing/template/create',
          title: `Evening letter ${place}`,
          body: { name: `Letter ${place}`, subject: 'Tonight' },
        }),
      ),
      connection.call('seen.note', {
        environment: 'rehearsal',
        resource: resources[(from / atOnce) % resources.length] ?? 'team/general',
        records: places.map((place) => ({ id: `rec_${place}`, title: `Record ${place}` })),
      }),
    ])
  }
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
