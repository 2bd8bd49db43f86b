// What the live desk says beside the figures: trouble, the signal, lengths of ads.
import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { answerOf, charges, fire, liveAnswers, now, openLive, settled, status } from './desk.ts'

const lostStop: Intent = {
  id: 'stop-1',
  reference: 'sd-stop',
  operation: 'PUT /api/video/event/update',
  state: 'unknown',
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'onair',
  request: {
    body: {
      options: { providerName: 'Main stage', providerId: 'out-1', videoId: 'vid-1', streamId: 'str_1' },
      details: { started: true, paused: false, stopped: true },
    },
  },
  attempts: 1,
  createdAt: now(),
  evidence: [
    { at: now(), event: 'sent' },
    { at: now(), event: 'timed_out' },
    { at: now(), event: 'read' },
    { at: now(), event: 'read' },
    { at: now(), event: 'read' },
  ],
}
async function withLostStop() {
  const desk = await openLive({
    prepare: (bridge) => bridge.answer('ledger.list', () => ({ items: [lostStop], total: 1 })),
  })
  await expect.poll(() => desk.wrapper.find('[data-trouble]').exists()).toBe(true)
  return desk
}

// A Stop that was lost said so in 12 px that were cut, without a button, and not at all after a reload.
test('a lost Stop is a sentence with what the platform shows and two ways on', async () => {
  const desk = await withLostStop()
  const card = desk.wrapper.find('[data-trouble="stop-1"]')
  expect(card.find('[data-sentence]').text()).toBe(
    'Stop was not confirmed: Main stage is still on air. Read 3 times since.',
  )
  await fire(desk, '[data-trouble="stop-1"]')
  expect(desk.runs).toHaveLength(1)
  const key = 'Main stage/out-1/vid-1'
  const shown = { stream: 'str_1', destinations: [{ key }] }
  expect(desk.runs[0]).toMatchObject({ command: 'stop', record: key, again: 'stop-1', shown })
})

// A card that comes back however often it is put away is a card that nobody reads.
test('trouble that is left as it is leaves the screen', async () => {
  const desk = await withLostStop()
  await desk.wrapper.find('[data-leave]').trigger('click')
  await settled()
  expect(desk.wrapper.find('[data-trouble]').exists()).toBe(false)
  expect(desk.runs).toHaveLength(0)
})

// Trouble that stays after the platform shows the effect is a false alarm on air.
test('a command whose effect is there is no trouble', async () => {
  const answers = liveAnswers()
  const desk = await openLive({
    answers: {
      ...answers,
      'GET /api/video/details/all': {
        data: {
          items: [
            {
              id: 'det_2',
              providerName: 'Main stage',
              providerId: 'out-1',
              streamId: 'str_1',
              videoId: 'vid-1',
              status: 'stopped',
            },
          ],
        },
      },
    },
    prepare: (bridge) => bridge.answer('ledger.list', () => ({ items: [lostStop], total: 1 })),
  })
  expect(desk.wrapper.find('[data-trouble]').exists()).toBe(false)
})

// The one number that tells of a black picture had the same colour at 0 as at 5,800.
test('no signal is said in words, and only while on air', async () => {
  const desk = await openLive({
    answers: {
      ...liveAnswers(),
      'POST /api/video/stream/getAnalytics': { data: { bitrateKbps: 0, droppedFrames: 2 } },
    },
  })
  const signal = desk.wrapper.find('[data-signals]')
  expect(signal.attributes('data-verdict')).toBe('none')
  expect(signal.text()).toContain('No signal')
  expect(signal.text()).toContain('2 dropped frames')
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'idle' } }) })
  expect(desk.wrapper.find('[data-signals]').attributes('data-verdict')).toBeUndefined()
  expect(desk.wrapper.find('[data-signals]').text()).not.toContain('No signal')
})

// An ad without an end, which no operation of the platform can take back.
test('an ad without a length asks for one before it can be armed', async () => {
  const desk = await openLive()
  const ads = '[data-panel="ads"]'
  expect(desk.text(ads)).toContain('Enter its length first')
  expect(desk.wrapper.find(`${ads} [data-arm]`).attributes('aria-disabled')).toBe('true')
  await desk.wrapper.find('[data-length-field] input, input[data-length-field]').setValue('90')
  await settled()
  expect(desk.text('[data-length]')).toContain("Runs for 1:30. The platform can't end it early.")
  await fire(desk, ads)
  const shown = { stream: 'str_1', ad: 'ad_1' }
  expect(desk.runs).toMatchObject([{ command: 'runAd', record: 'ad_1', seconds: 90, shown }])
})

// The highest number of the evening, which only the desk has seen.
test('the highest number of viewers stays when fewer watch', async () => {
  const desk = await openLive()
  const startedOn = (liveAnswers()['POST /api/video/stream/getStatus'] as { data: { startedOn: string } }).data
    .startedOn
  const tell = (viewers: number, ms: number) =>
    desk.tell(status, 'status', {
      answer: answerOf({ data: { status: 'live', viewers, startedOn } }, new Date(Date.now() + ms).toISOString()),
    })
  await tell(1_311, 1_000)
  await tell(900, 2_000)
  expect(desk.text('[data-highest]')).toContain('1,311')
  expect(desk.text('[data-viewers]')).toBe('900')
})

// Catches a word of the platform's that stays unknown for ever, and one that reads as on air over a flag that denies it.
test('a word that nobody knows is asked about once, a contradiction is not', async () => {
  const desk = await openLive({
    answers: { ...liveAnswers(), 'POST /api/video/stream/getStatus': { data: { id: 'str_1', status: 'warming_up' } } },
    prepare(bridge) {
      bridge.answer('fields.choose', () => ({
        environment: 'rehearsal',
        operation: status.operation,
        fields: {},
        updatedAt: now(),
      }))
    },
  })
  await expect.poll(() => desk.wrapper.find('[data-air-word]').exists()).toBe(true)
  expect(desk.text('[data-headline]')).toBe('State unknown (warming_up)')
  await desk.wrapper.find('[data-air-word-means]').setValue('off')
  await settled()
  expect(desk.bridge.requests.findLast(({ method }) => method === 'fields.choose')?.params).toEqual({
    environment: 'rehearsal',
    operation: 'POST /api/video/stream/getStatus',
    airWords: { 'warming up': 'off' },
  })
  desk.bridge.push('fields.changed', {
    environment: 'rehearsal',
    choices: [
      {
        environment: 'rehearsal',
        operation: 'POST /api/video/stream/getStatus',
        fields: {},
        airWords: { 'warming up': 'off' },
        updatedAt: now(),
      },
    ],
  })
  await settled()
  expect(desk.text('[data-headline]')).toBe('Off air')
  await desk.tell(status, 'status', { answer: answerOf({ data: { id: 'str_1', status: 'live', stopped: true } }) })
  expect(desk.text('[data-headline]')).toBe('State unknown (live)')
  expect(desk.wrapper.find('[data-air-word]').exists()).toBe(false)
})

// Catches a sum without a name: all that was ever charged, taken for the evening, and gross taken for what was kept.
test('the sum of charges says what it is', async () => {
  const charge = (id: number, more: object = {}) => ({
    id: `c${id}`,
    status: 'paid',
    amount: '10.00',
    currency: 'EUR',
    createdAt: now(),
    ...more,
  })
  const desk = await openLive({
    answers: {
      ...liveAnswers(),
      'POST /api/payment/charge/all': { data: [charge(1), charge(2, { status: 'unpaid' })], total: 2 },
    },
  })
  await expect.poll(() => desk.wrapper.find('[data-sum]').exists()).toBe(true)
  expect(desk.text('[data-sum]')).toMatch(/^Charged in all, before refunds\s*10\.00 EUR\s*1 charge, read at /)
  await desk.tell(charges, 'figures', {
    answer: answerOf({ data: [charge(1, { amountRefunded: '2.50' }), charge(2, { amountRefunded: 0 })], total: 2 }),
  })
  expect(desk.text('[data-sum]')).toMatch(/^Taken in all, less refunds\s*17\.50 EUR\s*2 charges, read at /)
})
