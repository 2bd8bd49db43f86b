import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import PrepareView from '../../../renderer/views/prepare/PrepareView.vue'
import { click, find, openDesk, refuse, text, type Desk } from '../records/resources/desk.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { sampleChecks } from '../support/sample-check.ts'

type Answers = Record<string, () => Json>
const usual: Answers = {
  'GET /api/video/stream/all': () => ({
    data: [
      { id: 'str_1', name: 'Night show main', status: 'idle' },
      { id: 'str_2', name: 'Workshop', status: 'ended' },
    ],
  }),
  'GET /api/video/details/all': () => ({
    data: [
      { id: 'det_2', title: 'Night show 48', providerName: 'Output one', streamId: 'str_1', status: 'scheduled' },
      { id: 'det_1', title: 'Three lights', providerName: 'Output one', streamId: 'str_2', status: 'ended' },
    ],
  }),
  'POST /api/vote/embed/all': () => ({
    data: [
      { id: 'emb_2', name: 'Next guest', question: 'Who should come next?', status: 'open' },
      { id: 'emb_3', name: 'Encore', question: 'One more round?', status: 'hidden' },
    ],
  }),
  'GET /api/ads/placement/all': () => ({
    data: [{ id: 'plc_1', name: 'Lower third', streamId: 'str_1', durationSeconds: 45 }],
  }),
  'POST /api/payment/link/all': () => ({
    data: [
      { id: 'lnk_1', name: 'Winter special', status: 'active' },
      { id: 'lnk_2', name: 'Tip jar', status: 'active' },
    ],
  }),
}
const fine = sampleChecks().filter(({ state }) => state === 'ok')

function open(
  answers: Answers = {},
  {
    broadcast = {},
    prepare,
  }: { broadcast?: Omit<Broadcast, 'environment'>; prepare?: (bridge: MemoryBridge) => void } = {},
): Promise<Desk> {
  return openDesk(PrepareView, {}, ({ operation }) => ({ ...usual, ...answers })[operation]?.() ?? { data: [] }, {
    at: '/prepare',
    prepare: (bridge) => {
      let kept: Record<string, unknown> = { ...broadcast }
      bridge.answer('broadcast.get', (params) => ({ ...kept, environment: (params as Broadcast).environment }))
      bridge.answer('broadcast.choose', (params) => {
        const { environment, ...change } = params as Record<string, unknown>
        kept = Object.fromEntries(Object.entries({ ...kept, ...change }).filter(([, part]) => part !== null))
        return { ...kept, environment }
      })
      bridge.answer('show.check', () => ({ checks: fine }))
      prepare?.(bridge)
    },
  })
}
const value = (part: string) => find<HTMLInputElement>(`#prepare-${part}`)?.value
const asked = (desk: Desk, method: string) =>
  desk.bridge.requests.filter((request) => request.method === method).map(({ params }) => params)

// Catches a fresh profile that has to search for the only stream, and a choice between two payment links that nobody made.
test('a fresh profile is offered what is clear, and told so', async () => {
  const desk = await open()
  await expect.poll(() => value('stream')).toBe('Night show main')
  expect(value('poll')).toBe('Who should come next?')
  expect(value('link')).toBe('')
  expect(document.querySelectorAll('[data-proposed]')).toHaveLength(2)
  expect(asked(desk, 'broadcast.choose')).toEqual([
    {
      environment: 'rehearsal',
      stream: { id: 'str_1', name: 'Night show main' },
      poll: { id: 'emb_2', name: 'Who should come next?' },
    },
  ])
  expect(find('[data-destination="Output one"]')?.textContent).toContain('Night show 48')
  expect(document.querySelectorAll('[data-destination]')).toHaveLength(1)
  expect(find('[data-ad="plc_1"]')?.textContent).toContain('Ready to run')
})

// Catches an offer that overwrites what a person chose, or that puts a poll back which they took out.
test('what was chosen last time stays, and what was left out stays out', async () => {
  const desk = await open({}, { broadcast: { stream: { id: 'str_2', name: 'Workshop' } } })
  await expect.poll(() => value('stream')).toBe('Workshop')
  expect(value('poll')).toBe('')
  expect(asked(desk, 'broadcast.choose')).toEqual([])
  expect(text('[data-no-destinations]')).toBe('Everything published for this stream has ended.')
})

// Catches one page that says of the same list that nothing is published yet, and that all of it has ended.
test('without a destination both sides say the same', async () => {
  const events: Json[] = []
  for (const code of ['destinations_none', 'destinations_over'] as const) {
    await open(
      { 'GET /api/video/details/all': () => ({ data: events }) },
      {
        broadcast: { stream: { id: 'str_1', name: 'Night show main' } },
        prepare: (bridge) =>
          bridge.answer('show.check', () => ({
            checks: sampleChecks({ destinations: { state: 'fail', code, fix: 'publishing' } }),
          })),
      },
    )
    await expect.poll(() => find('[data-check="destinations"]')).not.toBeNull()
    await expect.poll(() => text('[data-no-destinations]')).not.toBe('')
    expect(text('[data-check="destinations"]')).toContain(text('[data-no-destinations]'))
    events.push({ id: 'det_2', title: 'Night show 48', streamId: 'str_1', status: 'ended' })
  }
})

// Catches an ad that is called ready though Live refuses it for want of a length.
test('an ad without a length is not called ready', async () => {
  await open({
    'GET /api/ads/placement/all': () => ({ data: [{ id: 'plc_1', name: 'Lower third', streamId: 'str_1' }] }),
  })
  await expect.poll(() => text('[data-ad="plc_1"]')).toContain('No length set')
  expect(text('[data-ad="plc_1"]')).not.toContain('Ready')
})

// Catches an end before the start: two hours from now instead of from the start, which lies a day ahead.
test('the length of the show counts from the start of its event', async () => {
  const start = Date.now() + 26 * 3_600_000
  const scheduledAt = new Date(start).toISOString()
  const desk = await open(
    {
      'GET /api/video/details/all': () => ({
        data: [{ id: 'det_2', title: 'Night show 48', streamId: 'str_1', status: 'scheduled', scheduledAt }],
      }),
    },
    { broadcast: { stream: { id: 'str_1', name: 'Night show main' } } },
  )
  await expect.poll(() => find('[data-end-in="120"]')?.getAttribute('aria-label')).toBe('End 2 h after the start')
  await click('[data-end-in="120"]')
  const [chosen] = asked(desk, 'broadcast.choose') as Array<{ plannedEndAt: string }>
  const minutes = (Date.parse(chosen?.plannedEndAt ?? '') - start) / 60_000
  expect(Math.abs(minutes - 120)).toBeLessThanOrEqual(3)
  const input = find<HTMLInputElement>('#prepare-end')
  if (input === null) return
  input.value = '2026-01-01T20:00'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => text('#prepare-end-hint')).toBe('It is before the start.')
})

// Catches a check that still says OK of the end that was chosen before, and a Fix that leads away from this page.
test('another end is checked at once, and is fixed here', async () => {
  const desk = await open(
    {},
    {
      broadcast: { stream: { id: 'str_1', name: 'Night show main' } },
      prepare: (bridge) =>
        bridge.answer('show.check', () => ({
          checks: sampleChecks({
            schedule: {
              state: 'fail',
              code: 'end_before_start',
              facts: { end: '2026-11-22T19:00:00.000Z', when: '2026-11-22T20:00:00.000Z' },
              fix: 'prepare',
            },
          }),
        })),
    },
  )
  await expect.poll(() => find<HTMLButtonElement>('[data-end-in="90"]')?.disabled).toBe(false)
  await expect.poll(() => find('[data-check="schedule"] button')).not.toBeNull()
  expect(text('[data-check="schedule"]')).toMatch(/planned end \(.*22.*\) is before the start \(.*22.*\)/)
  const before = asked(desk, 'show.check').length
  await click('[data-end-in="90"]')
  await expect.poll(() => asked(desk, 'show.check').length).toBeGreaterThan(before)
  await click('[data-check="schedule"] button')
  expect(document.activeElement?.id).toBe('prepare-end')
})

// Catches a chooser that only the pointer can use, and a choice that Live never hears of.
test('a poll is chosen by typing and Enter', async () => {
  const desk = await open({}, { broadcast: { stream: { id: 'str_1', name: 'Night show main' } } })
  const input = find<HTMLInputElement>('#prepare-poll')
  await expect.poll(() => input?.disabled).toBe(false)
  if (input === null) return
  input.value = 'more'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await flushPromises()
  expect(asked(desk, 'broadcast.choose')).toEqual([
    { environment: 'rehearsal', poll: { id: 'emb_3', name: 'One more round?' } },
  ])
})

// Catches a page that ends nowhere: one press has to begin the show under the event's name and open the live desk.
test('it ends in show mode, with the name of the event', async () => {
  const desk = await open({}, { broadcast: { stream: { id: 'str_1', name: 'Night show main' } } })
  await expect.poll(() => find<HTMLButtonElement>('[data-enter-show]')?.disabled).toBe(false)
  await click('[data-enter-show]')
  expect(asked(desk, 'show.enter')).toEqual([{ title: 'Night show 48' }])
  await expect.poll(() => desk.router.currentRoute.value.path).toBe('/live')
})

// Catches a show that begins over a problem unseen, and a Fix on this page that leads to this page.
test('a problem has to be known, and is fixed here where it can be', async () => {
  await open(
    {},
    {
      broadcast: { stream: { id: 'str_1', name: 'Night show main' } },
      prepare: (bridge) =>
        bridge.answer('show.check', () => ({
          checks: sampleChecks({ stream: { state: 'fail', code: 'stream_gone', fix: 'prepare' } }),
        })),
    },
  )
  await expect.poll(() => find('[data-check="stream"] button')).not.toBeNull()
  expect(find<HTMLButtonElement>('[data-enter-show]')?.disabled).toBe(true)
  expect(text('#prepare-waits')).toContain('Fix the problems')
  await click('[data-check="stream"] button')
  expect(document.activeElement?.id).toBe('prepare-stream')
  await click('[data-knowingly]')
  await expect.poll(() => find<HTMLButtonElement>('[data-enter-show]')?.disabled).toBe(false)
})

// Catches "nothing is published" over a list that could not be read.
test('a list that could not be read says so, and claims nothing', async () => {
  await open(
    { 'GET /api/video/details/all': () => refuse('server_error', { status: 500 }) },
    { broadcast: { stream: { id: 'str_1', name: 'Night show main' } } },
  )
  await expect.poll(() => find('[data-read-error="server_error"]')).not.toBeNull()
  expect(find('[data-no-destinations]')).toBeNull()
})

// Catches a planned end that the live desk does not count down to.
test('the planned end is set by one press', async () => {
  const desk = await open({}, { broadcast: { stream: { id: 'str_1', name: 'Night show main' } } })
  await expect.poll(() => find<HTMLButtonElement>('[data-end-in="90"]')?.disabled).toBe(false)
  const before = Date.now()
  await click('[data-end-in="90"]')
  const [chosen] = asked(desk, 'broadcast.choose') as Array<{ plannedEndAt: string }>
  const minutes = (Date.parse(chosen?.plannedEndAt ?? '') - before) / 60_000
  expect(Math.abs(minutes - 90)).toBeLessThanOrEqual(3)
  await expect.poll(() => value('end')).not.toBe('')
})
