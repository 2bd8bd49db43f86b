import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { LiveValue } from '#contract/live.ts'
import type { OperationRequest } from '#contract/operation.ts'
import * as seriesPlot from '../../../renderer/kit/components/chart/series-plot.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import StreamsView from '../../../renderer/views/streams/StreamsView.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { sampleChecks } from '../support/sample-check.ts'
import { click, find, madeIntent, openDesk, refuse, text, type Desk } from '../records/resources/desk.ts'

// Nothing is painted here: this page has no canvas.
vi.spyOn(seriesPlot, 'createPlot').mockReturnValue({
  update: () => undefined,
  resize: () => undefined,
  repaint: () => undefined,
  destroy: () => undefined,
})

const stream = { id: 'str_1', name: 'Night show main', status: 'idle', channelId: 'chn_1' }
type Answers = Record<string, (request: OperationRequest) => Json>
const usual: Answers = {
  'GET /api/video/stream/all': () => ({
    data: { items: [stream, { id: 'str_2', name: 'Workshop', status: 'ended' }], total: 2 },
  }),
  'GET /api/video/stream/get': () => ({ data: stream }),
  'POST /api/video/stream/getStatus': () => ({
    data: { id: 'str_1', status: 'live', viewers: 1204, startedOn: '2026-11-22T20:00:00Z' },
  }),
  'POST /api/video/stream/getAnalytics': () => ({
    data: {
      id: 'str_1',
      viewers: 1204,
      chatMessages: '31',
      timeline: [
        { at: '2026-11-22T20:00:00Z', viewers: 1 },
        { at: '2026-11-22T20:01:00Z', viewers: 2 },
      ],
    },
  }),
  'POST /api/video/stream/getEmbedCode': () => ({
    data: { embedCode: '<iframe src="https://v.example.org/e" width="640" height="360"></iframe><script>x</script>' },
  }),
}
const open = (
  answers: Answers = {},
  at = '/streams?id=str_1',
  prepare?: (bridge: MemoryBridge) => void,
): Promise<Desk> =>
  openDesk(
    StreamsView,
    {},
    ({ operation, ...rest }) => ({ ...usual, ...answers })[operation]?.({ operation, ...rest }) ?? { items: [] },
    { at, ...defined({ prepare }) },
  )
const press = async (more: Partial<KeyboardEventInit> = {}): Promise<void> => {
  window.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'C', ctrlKey: true, shiftKey: true, cancelable: true, ...more }),
  )
  await flushPromises()
}
const clips = (desk: Desk): string[] =>
  desk.submits
    .filter(({ operation }) => operation.endsWith('createClip'))
    .map(({ body }) => JSON.stringify((body as JsonObject)['title']))

// A page that shows what a button meant instead of what the platform says, or an age that is missing.
test('a stream shows its state, its figures and its own check as they were told', async () => {
  const desk = await open({}, '/streams?id=str_1', (bridge) =>
    bridge.answer('show.check', () => ({
      checks: sampleChecks({ destinations: { state: 'fail', code: 'destinations_none', fix: 'publishing' } }),
    })),
  )
  expect(desk.bridge.requests.find(({ method }) => method === 'show.check')?.params).toEqual({ stream: 'str_1' })
  expect(text('[data-stream-state]')).toBe('Live')
  expect(text('[data-stream-head]')).toContain('1,204 viewers')
  expect(find('[data-stream-head] time')).not.toBeNull()
  expect(text('[data-figures]')).toMatch(/Viewers.*1,204.*Chat messages.*31/)
  expect(find('[data-series-choice="viewers"]')).not.toBeNull()
  expect(find('[data-check-row="channel"]')?.dataset['checkState']).toBe('warn')
  expect(find('[data-check-row="destinations"] a')?.getAttribute('href')).toContain('/publishing')
})

// Embed code can carry a key: on a shared screen anyone could play the stream, or take it over.
test('the embed code is covered in a show, with its picture and its addresses, also where it is not recognised', async () => {
  const { masked } = usePrivacy()
  masked.value = true
  try {
    await open()
    await click('[data-embed-read]')
    expect(find('[data-embed] iframe')).toBeNull()
    expect(text('[data-embed]')).not.toContain('v.example.org')
    await click('[data-embed] [data-covered]')
    expect(text('[data-embed-code]')).toContain('v.example.org')
    await open({ 'POST /api/video/stream/getEmbedCode': () => ({ data: { note: 'key-1234' } }) })
    await click('[data-embed-read]')
    expect(document.body.innerHTML).not.toContain('key-1234')
  } finally {
    masked.value = false
  }
})

// Two clips for one press, a clip for a held key, or one without its stream.
test('the key makes one clip of the open stream', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 22, 20, 14, 5) })
  try {
    const desk = await open()
    let answer: (() => void) | undefined
    desk.intents.next = (request) =>
      new Promise(
        (resolve) =>
          (answer = () =>
            resolve(
              madeIntent(request, { id: 'clip-intent', answer: { data: { id: 'clip_9', status: 'processing' } } }),
            )),
      )
    await press()
    await press({ repeat: true })
    await press()
    await click('[data-clip]')
    expect(clips(desk)).toHaveLength(1)
    expect(clips(desk)[0]).toMatch(/^"Night show main 2026-11-22 \d\d:14:05"$/)
    expect(desk.submits[0]?.press).toMatch(/^[\da-f-]{36}$/)
    expect(find('[data-last-clip]')?.dataset['clipState']).toBe('sending')
    answer?.()
    await flushPromises()
    expect(find('[data-last-clip]')?.dataset['clipState']).toBe('confirmed')
    // Right behind the answer it is still the same movement of the hand.
    await press()
    expect(clips(desk)).toHaveLength(1)
    vi.advanceTimersByTime(4_000)
    await press()
    expect(clips(desk)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

// A clip that is asked for again because the link dropped while the first one was on its way.
test('a press whose answer was lost is looked up, not sent again', async () => {
  const desk = await open()
  let kept: ReturnType<typeof madeIntent> | undefined
  desk.intents.next = (request) => {
    kept = madeIntent(request, { id: 'lost', createdAt: new Date().toISOString() })
    desk.bridge.setLink('connecting')
    throw new DeskError('unreachable', 'The link dropped.', { operation: 'ledger.submit' })
  }
  await press()
  expect(find('[data-last-clip]')?.dataset['clipState']).toBe('lost')
  desk.bridge.answer('ledger.list', () => ({ items: kept === undefined ? [] : [kept] }))
  desk.bridge.setLink('open')
  await flushPromises()
  expect(find('[data-last-clip]')?.dataset['clipState']).toBe('confirmed')
  expect(clips(desk)).toHaveLength(1)
})

// A key that does nothing and says nothing, or that clips what nobody chose.
test('without an open stream the key takes the broadcast, and without one it makes no clip', async () => {
  const desk = await open({}, '/streams')
  await press()
  expect(clips(desk)).toHaveLength(0)
  desk.bridge.push('broadcast.changed', { environment: 'rehearsal', stream: { id: 'str_2', name: 'Workshop' } })
  await flushPromises()
  expect(text('[data-broadcast-chip]')).toBe('Broadcast: Workshop')
  await press()
  expect(desk.submits[0]?.body).toMatchObject({ streamId: 'str_2' })
})

// A title typed afterwards that is sent as another clip, or lost with the page.
test('a title given afterwards is kept on the desk and sends nothing', async () => {
  const desk = await open()
  desk.intents.next = (request) => madeIntent(request, { id: 'clip-intent', answer: { data: { id: 'clip_9' } } })
  await press()
  const field = find<HTMLInputElement>('[data-last-clip] input')
  expect(field).not.toBeNull()
  if (field === null) return
  field.value = 'The joke'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(text('[data-clip-kept]')).toBe('Saved on this computer.')
  expect(clips(desk)).toHaveLength(1)
  expect(desk.bridge.requests.find(({ method }) => method === 'drafts.save')?.params).toMatchObject({
    id: 'clip-titles-rehearsal-str_1',
    extra: { titles: { clip_9: 'The joke' } },
  })
  expect(text('[data-clips] [role="grid"]')).toContain('The joke')
})

// The broadcast that is chosen on screen only.
test('a stream becomes the broadcast, and says so', async () => {
  const desk = await open()
  await click('[data-broadcast]')
  expect(desk.bridge.requests.find(({ method }) => method === 'broadcast.choose')?.params).toMatchObject({
    stream: { id: 'str_1', name: 'Night show main' },
  })
  expect(find('[data-broadcast]')?.getAttribute('aria-pressed')).toBe('true')
  expect(text('[data-broadcast-chip]')).toBe('Broadcast: Night show main')
})

// A name of the broadcast that is changed behind the person's back.
test('a stream that becomes the broadcast says what was left out of its name', async () => {
  const desk = await open()
  desk.bridge.answer('broadcast.choose', () => ({
    environment: 'rehearsal',
    stream: { id: 'str_1', name: 'Night show main' },
    leftOut: ['stream.name'],
  }))
  await click('[data-broadcast]')
  expect(text('[data-left-out]')).toBe('Stored secrets were removed from: stream name')
})

// A rate limit or a failure that is shown as zero viewers, or as a stream that has ended.
test('what was known stays when a later read fails', async () => {
  const desk = await open()
  const request = { operation: 'POST /api/video/stream/getStatus', body: { streamId: 'str_1' } }
  const value: LiveValue = {
    key: watchKey(request),
    environment: 'rehearsal',
    pace: 'status',
    reading: false,
    waiting: 'gate',
    failedAt: new Date().toISOString(),
    nextAt: new Date(Date.now() + 14_000).toISOString(),
    answer: {
      status: 200,
      data: { data: { status: 'live', viewers: 7 } },
      receivedAt: new Date(Date.now() - 60_000).toISOString(),
      durationMs: 5,
    },
    error: { code: 'rate_limited', message: 'Wait.', retryAfterMs: 14_000, retryable: true },
  }
  desk.bridge.push('live.value', value)
  await expect.poll(() => find('[data-stream-head] [data-watch-error]')?.dataset['watchError']).toBe('rate_limited')
  expect(text('[data-stream-state]')).toBe('Live')
  expect(text('[data-stream-head]')).toContain('7 viewers')
  expect(text('[data-stream-head]')).toMatch(/stale.*rate limited.*0:1\d/)
})

// A Fix that leads to the page that is open already, so that nothing happens.
test('what the page of a stream can fix itself opens its form', async () => {
  await open({}, '/streams?id=str_1', (bridge) =>
    bridge.answer('show.check', () => ({
      checks: sampleChecks({ title: { state: 'fail', code: 'title_missing', fix: 'streams?id=str_1' } }),
    })),
  )
  await click('[data-check-row="title"] button')
  await expect.poll(() => find('[role="dialog"] input')).not.toBeNull()
})

// A record that is deleted meanwhile and takes the page with it.
test('a stream that is gone says so and keeps what was known', async () => {
  await open({ 'POST /api/video/stream/getStatus': () => refuse('not_found', { status: 404 }) })
  expect(find('[data-stream-gone]')).not.toBeNull()
  expect(text('[data-stream-state]')).toBe('Idle')
})

// Answers that no specification promises: none may break the view or lose a field.
test.each<[string, Json, Json]>([
  ['nothing at all', null, null],
  ['an empty list', { data: [] }, { data: {} }],
  ['one object instead of a list', { data: stream }, { data: stream }],
  [
    'null fields',
    { items: [{ id: 'str_1', name: null, status: null, startedOn: null }] },
    { data: { id: 'str_1', status: null, viewers: null, timeline: null } },
  ],
  [
    'an unknown status, epoch dates, HTML in names',
    { items: [{ id: 'str_1', name: '<img src=x onerror=alert(1)>', status: 'half-frozen', startedOn: 1_795_378_445 }] },
    {
      data: {
        status: 'half-frozen',
        viewers: '12',
        startedOn: 1_795_378_445_000,
        timeline: [[1_795_378_445, '5']],
        clips: [{ title: '<b>x</b>' }, 7, null],
      },
    },
  ],
  ['scalars where records were expected', [1, 'two', null], 'ok'],
])('%s', async (_, list, one) => {
  const answers = Object.fromEntries(Object.keys(usual).map((key) => [key, () => (key.endsWith('/all') ? list : one)]))
  await open(answers)
  expect(find('[data-pane]')).not.toBeNull()
  expect(find('[data-record] img, [data-clips] b')).toBeNull()
  const word = text('[data-stream-state]')
  if (JSON.stringify(one).includes('half-frozen')) expect(word).toBe('Half frozen')
})

// Embed code that is put into the desk's own page.
test('embed code is text, its preview a frame that may do nothing', async () => {
  await open()
  await click('[data-embed-read]')
  expect(text('[data-embed-code]')).toContain('<iframe src="https://v.example.org/e"')
  const frame = find<HTMLIFrameElement>('[data-embed] iframe')
  expect(frame?.getAttribute('sandbox')).toBe('')
  expect(frame?.getAttribute('srcdoc')).not.toMatch(/<(iframe|script)/)
  expect(text('[data-embed-addresses]')).toContain('https://v.example.org/e')
  expect(text('[data-embed]')).toContain('One script left out.')
})

// A subcategory that hides what it belongs to.
test('a subcategory names its category', async () => {
  await open(
    {
      'GET /api/video/subcategory/all': () => ({ items: [{ id: 'sub_1', name: 'Late', categoryId: 'cat_1' }] }),
      'GET /api/video/subcategory/get': () => ({ data: { id: 'sub_1', name: 'Late', categoryId: 'cat_1' } }),
      'GET /api/video/category/all': () => [{ id: 'cat_1', name: 'Talk' }],
    },
    '/streams?section=subcategories&id=sub_1',
  )
  expect(text('[data-parent]')).toBe('Talk')
  expect(find('[data-parent]')?.getAttribute('href')).toContain('section=categories&id=cat_1')
})
