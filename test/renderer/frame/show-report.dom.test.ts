import { expect, onTestFinished, test, vi } from 'vitest'
import type { Followed, ShowEntry, ShowReport, Span } from '#contract/live.ts'
import ShowReportPane from '../../../renderer/frame/ShowReportPane.vue'
import { stopClock } from '../support/clock.ts'
import { mountOnDesk } from '../support/mount.ts'
import { answerOf } from '../live/desk.ts'

stopClock('2026-11-21T23:00:00.000Z')

const at = (time: string): string => `2026-11-21T${time}.000Z`
const stream = { id: 'str_1', name: 'Night show main' }
const span = (from: string, to: string | undefined, seenAt: string): Span => ({
  stream,
  from: at(from),
  seenAt: at(seenAt),
  ...(to === undefined ? {} : { to: at(to) }),
})
const entry = (id: string, more: Partial<ShowEntry>): ShowEntry => ({
  id,
  operation: 'POST /api/payment/refund/partialrefund',
  name: 'Refund',
  state: 'confirmed',
  risk: 'money',
  createdAt: at('20:40:00'),
  ...more,
})
const refund = (id: string, amount: string, more: Partial<ShowEntry> = {}) =>
  entry(id, { deed: { code: 'refunded', facts: { id: 'chg_1', amount, currency: 'EUR' } }, ...more })

const followed: Followed = {
  state: { stream, state: 'stopped', readAt: at('21:24:00') },
  air: [span('20:00:10', '21:23:55', '21:23:50')],
  paused: [span('20:30:00', '20:32:00', '20:31:55')],
  signalLost: [span('20:50:00', '20:50:10', '20:50:05')],
  viewers: { highest: 1_412, at: at('20:45:00') },
  polls: [
    {
      id: 'emb_1',
      question: 'Who comes next?',
      options: ['Ada', 'Bo', 'Cleo'].map((text) => ({ text, votes: 1 })),
      total: 3,
      readAt: at('20:20:00'),
    },
  ],
  money: { sums: [{ currency: 'EUR', minor: 2_000, count: 2 }], readAt: at('21:20:00') },
}
const reportWithout: ShowReport = {
  show: { id: 'show-1', title: 'Night *show* 48', environment: 'rehearsal', startedAt: at('20:00:00') },
  endedAt: at('21:30:00'),
  durationMs: 5_400_000,
  counts: { queued: 0, sending: 0, accepted: 0, confirmed: 3, rejected: 1, unknown: 1, cancelled: 0 },
  entries: [
    refund('intent-1', '15.00'),
    refund('intent-2', '2.50'),
    refund('intent-3', '99.00', { state: 'unknown', createdAt: at('20:41:00') }),
    entry('intent-4', {
      operation: 'POST /api/payment/customer/delete',
      deed: { code: 'record', facts: { id: 'cus_1' } },
      error: { code: 'not_authorized', message: 'No', retryable: false },
      state: 'rejected',
      record: '=cmd()',
    }),
    entry('intent-5', {
      operation: 'POST /api/video/stream/createClip',
      deed: { code: 'clip_made', facts: { name: 'Clip at 00:12:03' } },
    }),
  ],
  passedOver: [{ id: 'queue', state: 'warn', code: 'queue', facts: { leaving: 2 } }],
}
const report: ShowReport = { ...reportWithout, followed }

async function open(shown: ShowReport = report) {
  const { wrapper } = await mountOnDesk(
    ShowReportPane,
    { report: shown },
    {
      prepare(bridge) {
        bridge.answer('platform.read', () => answerOf({ items: [{ id: 'cus_1', name: 'Hana Example' }] }))
        bridge.answer('drafts.list', () => ({ items: [] }))
      },
    },
  )
  return { wrapper, fact: (id: string) => wrapper.find(`[data-fact="${id}"]`).text().replaceAll(/\s+/g, ' ') }
}

/** What is saved and copied. */
function leaving() {
  const files: Array<{ name: string; blob: Blob }> = []
  let last: Blob | undefined
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:x'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last !== undefined) files.push({ name: this.download, blob: last })
  })
  onTestFinished(() => [make, click].forEach((one) => one.mockRestore()))
  return files
}

// Catches a summary that leaves out what was read, mixes it up, or counts as money back what nobody confirmed.
test('the summary says what was read, and when', async () => {
  const { wrapper, fact } = await open()
  expect(fact('air')).toBe('Time on air01:23:4520:00:10 to 21:23:55Paused for 00:02:00 of it')
  expect(fact('show')).toBe('Time in show mode01:30:0020:00:00 to 21:30:00')
  expect(fact('viewers')).toBe('Most viewers1,412Read at 20:45:00')
  expect(fact('moneyIn')).toBe(
    "Money in20.00 EUR20.00 EUR from 2 chargesBefore refunds: the charges don't say what went backRead at 21:20:00",
  )
  expect(fact('moneyBack')).toBe(
    'Money back17.50 EUR17.50 EUR refunded in 2 refundsConfirmed refunds sent from Showdesk',
  )
  expect(fact('moments')).toBe('Clips and marks1 clip')
  const poll = wrapper.find('[data-report-poll="emb_1"]').text()
  expect(poll).toContain('3 votes, read at 20:20:00')
  // A third each adds up to 100.
  expect(poll.match(/\d+%/g)).toEqual(['34%', '33%', '33%'])
  const incidents = wrapper.findAll('[data-report-part="incidents"] li').map((row) => row.text())
  expect(incidents).toHaveLength(4)
  expect(incidents[0]).toContain('2 queued changes would be sent during the show.')
  expect(incidents[1]).toContain('refused')
  expect(incidents[2]).toContain('not known')
  expect(incidents[3]).toContain('Signal lost until 20:50:10 (00:00:10)')
})

// Catches a report that says 0, off air or nothing received of what was never read.
test('what was not read is said to be not read', async () => {
  const { wrapper, fact } = await open(reportWithout)
  expect(fact('air')).toBe('Time on airNot read')
  expect(fact('viewers')).toBe('Most viewersNot read')
  expect(fact('moneyIn')).toContain('Money inNot read')
  expect(wrapper.find('[data-report-poll]').exists()).toBe(false)
})

// Catches an end that nobody saw.
test('a broadcast whose end was not read has none', async () => {
  const { fact } = await open({
    ...report,
    followed: { ...followed, air: [span('20:00:10', undefined, '20:59:10')], paused: [] },
  })
  expect(fact('air')).toBe('Time on air00:59:00From 20:00:10. Still on when last read at 20:59:10')
})

// Catches a customer's name, a formula or broken Markdown in a file that is sent around after the show.
test('files of the report name no people and run nothing', async () => {
  const files = leaving()
  const { wrapper } = await open()
  await expect.poll(() => wrapper.text()).toContain('Hana Example')
  await wrapper.find('[data-save-report="markdown"]').trigger('click')
  await wrapper.find('[data-save-report="csv"]').trigger('click')
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['show-2026-11-21.md', 'show-2026-11-21.csv'])
  const [markdown = '', csv = ''] = await Promise.all(files.map(({ blob }) => blob.text()))
  expect(markdown).toContain(String.raw`# Night \*show\* 48`)
  expect(markdown).toContain('- **Time on air:** 01:23:45 (20:00:10 to 21:23:55; Paused for 00:02:00 of it)')
  expect(markdown).toContain('  - Ada: 1 (34%)')
  expect(markdown).toContain('cus_1')
  const rows = csv.trim().split('\r\n')
  expect(rows).toHaveLength(1 + report.entries.length)
  expect(rows[1]).toContain('2026-11-21T20:40:00.000Z,Refunded 15.00 EUR,Confirmed')
  expect(csv).toContain("'=cmd()")
  expect(markdown + csv).not.toContain('Hana')
})

// Catches a print of the whole desk, a dark one, and one with names of people.
test('printing brings a sheet of its own, without names, only while it prints', async () => {
  let printed: string | undefined
  let light = false
  const print = vi.fn(() => {
    const sheet = document.querySelector('body > [data-report-sheet]')
    printed = sheet?.textContent
    light = sheet?.classList.contains('light') ?? false
  })
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { wrapper } = await open()
  await expect.poll(() => wrapper.text()).toContain('Hana Example')
  await wrapper.find('[data-print-report]').trigger('click')
  await expect.poll(() => print.mock.calls.length).toBe(1)
  expect(printed).toContain('01:23:45')
  expect(printed).toContain('cus_1')
  expect(printed).not.toContain('Hana')
  expect(light).toBe(true)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.querySelector('[data-report-sheet]')).toBeNull()
})
