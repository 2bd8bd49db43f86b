import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import { pollDeed } from '#answers/deeds.ts'
import { stepOf } from '#answers/poll/steps.ts'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import { useLedger } from '../../../renderer/kit/stores/ledger.ts'
import { answerOf, charges, embed, fire, liveAnswers, now, openLive, settled, status, stream } from './desk.ts'
import { sampleIntent } from '../support/sample-backend.ts'
import { stopClock } from '../support/clock.ts'

stopClock()

const stop = '[data-transport="stop"]'

// A clock that runs on what a button meant, not on what the platform says, is the light that is green while nothing arrives.
test('on air is what the platform says of the chosen stream, and nothing else', async () => {
  const desk = await openLive()
  expect(desk.wrapper.find('[data-air="live"]').attributes('data-fresh')).toBe('true')
  expect(desk.text('[data-clock]')).toBe('01:23:45')
  expect(desk.text('[data-viewers]')).toBe('1,204')
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'idle', viewers: 0 } }) })
  expect(desk.wrapper.find('[data-air="off"]').exists()).toBe(true)
  expect(desk.wrapper.html()).not.toContain('bg-tally')
  expect(desk.text('[data-headline]')).toBe('Off air after 01:23:45')
  // How long it was stands in the headline: a clock that stands still is taken for one that runs.
  expect(desk.text('[data-clock]')).toBe('--:--:--')
  expect(desk.wrapper.find('[data-clock]').classes()).toContain('text-dimmed')
})

// Catches a clock without a time although each destination says when it began.
test('where the stream names no start, its first destination does', async () => {
  const began = (ms: number): string => new Date(Date.now() - ms).toISOString()
  const row = { streamId: stream.id, status: 'live', started: true, paused: false, stopped: false }
  const desk = await openLive({
    answers: {
      ...liveAnswers(),
      'POST /api/video/stream/getStatus': { data: { id: stream.id, status: 'live' } },
      'GET /api/video/details/all': {
        data: [
          { ...row, id: 'd1', providerName: 'Alpha', videoId: 'v1', startedOn: began(60_000) },
          { ...row, id: 'd2', providerName: 'Beta', videoId: 'v2', startedOn: began(3_600_000) },
          { ...row, id: 'd3', providerName: 'Gamma', videoId: 'v3', status: 'idle', startedOn: began(7_200_000) },
        ],
      },
    },
  })
  await settled()
  expect(desk.text('[data-clock]')).toMatch(/^(?:00:59:59|01:00:0\d)$/)
})

// Catches a stop that is withheld by what was read before the reading failed.
test('after a reading that failed a stop goes to every destination', async () => {
  const details = { operation: 'GET /api/video/details/all', query: { streamId: stream.id } } as const
  const row = { id: 'd1', providerName: 'Alpha', streamId: stream.id, videoId: 'v1', status: 'stopped', stopped: true }
  const desk = await openLive({ answers: { ...liveAnswers(), [details.operation]: { data: [row] } } })
  const arm = (): string | undefined => desk.wrapper.find(`${stop} [data-arm]`).attributes('aria-disabled')
  expect(arm()).toBe('true')
  const error = new DeskError('server_error', 'Nothing was read.').toShape()
  await desk.tell(details, 'status', { answer: answerOf({ data: [row] }), error })
  expect(arm()).not.toBe('true')
})

// Catches an end of the evening whose report has to be looked for, and one that is offered without a show.
test('after the end the report of the show is one press away', async () => {
  const desk = await openLive()
  const ended = { answer: answerOf({ data: { status: 'stopped' } }) }
  await desk.tell(status, 'status', ended)
  expect(desk.wrapper.find('[data-see-report]').exists()).toBe(false)
  const show = { id: 'show-1', title: 'Night', environment: 'rehearsal' as const, startedAt: now() }
  desk.bridge.push('show.changed', { show })
  await settled()
  await desk.wrapper.find('[data-see-report]').trigger('click')
  expect(useFrame().showPane.value).toBe('reports')
  useFrame().showPane.value = undefined
})

// A start that was confirmed must not light the desk before the stream was seen live.
test('a confirmed start without a seen state says so', async () => {
  const desk = await openLive({
    answers: {
      ...liveAnswers(),
      'POST /api/video/stream/getStatus': { data: { status: 'idle' } },
      'GET /api/video/details/all': {
        data: [{ id: 'det_2', providerName: 'Main stage', streamId: 'str_1', videoId: 'v', status: 'scheduled' }],
      },
    },
  })
  await desk.wrapper.find('[data-without="leave"]').trigger('click')
  await fire(desk, '[data-transport="start"]')
  expect(desk.runs).toHaveLength(1)
  expect(desk.runs[0]).toMatchObject({
    command: 'start',
    record: 'Main stage//v',
    without: 'leave',
    shown: { stream: stream.id, destinations: [{ key: 'Main stage//v', event: 'det_2' }] },
  })
  await desk.settle(0, { state: 'confirmed', settledAt: '2026-11-21T20:00:00.000Z' })
  expect(desk.wrapper.find('[data-outcome="contradicted"], [data-outcome="accepted"]').exists()).toBe(true)
  expect(desk.wrapper.find('[data-air="off"]').exists()).toBe(true)
})

// What is too old must not pass for fresh, nor vanish.
test('a stale value recedes and stays', async () => {
  const desk = await openLive()
  const old = new Date(Date.now() - 605_000).toISOString()
  await desk.tell(embed, 'tally', {
    answer: answerOf({ data: { question: 'Who should come next?', tally: { cook: 41 }, totalVotes: 107 } }, old),
  })
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'live', viewers: 1_204 } }, old) })
  expect(desk.wrapper.find('[data-panel="poll"]').attributes('data-stale')).toBe('true')
  expect(desk.wrapper.find('[data-panel="ads"]').attributes('data-stale')).toBe('false')
  expect(desk.text('[data-total]')).toBe('107 votes')
  expect(desk.text('[data-panel="poll"]')).toContain('10 min ago, stale')
  expect(desk.wrapper.find('[data-air="live"]').attributes('data-fresh')).toBe('false')
  expect(desk.wrapper.html()).not.toContain('bg-tally')
})

// A failed read that blanks the screen, or shows 0, is a wrong number on air.
test('an error and a gate stand beside the value that was known', async () => {
  const desk = await openLive()
  const known = answerOf({
    data: { items: [{ id: 'chg_1', description: 'Ticket', amount: 1_200, currency: 'EUR' }], total: 41 },
  })
  await desk.tell(charges, 'figures', {
    answer: known,
    error: { code: 'server_error', message: 'It broke.', retryable: true },
    failedAt: now(),
    waiting: 'failed',
    nextAt: new Date(Date.now() + 10_000).toISOString(),
  })
  expect(desk.text('[data-total-charges]')).toContain('41')
  expect(desk.text('[data-panel="money"] [data-waiting="failed"]')).toContain('internal error')
  await desk.tell(charges, 'figures', {
    answer: known,
    waiting: 'gate',
    nextAt: new Date(Date.now() + 14_000).toISOString(),
  })
  expect(desk.text('[data-panel="money"] [data-waiting="gate"]')).toMatch(/waits 1:3\d/)
  expect(desk.text('[data-total-charges]')).toContain('41')
  expect(desk.text('[data-panel="money"]')).not.toMatch(/stopped/i)
})

// The double click of a nervous hand.
test('a double press arms once and fires once', async () => {
  const desk = await openLive()
  const arm = desk.wrapper.find(`${stop} [data-arm]`)
  await arm.trigger('click')
  await arm.trigger('click')
  await settled()
  const button = desk.wrapper.find(`${stop} [data-fire]`)
  await Promise.all([button.trigger('click'), button.trigger('click')])
  await settled()
  expect(desk.runs).toHaveLength(1)
  expect(desk.runs[0]?.press).toMatch(/^[0-9a-f-]{36}$/)
  expect(desk.wrapper.find(`${stop} [data-arm]`).attributes('aria-disabled')).toBe('true')
  await desk.settle(0, {
    state: 'rejected',
    error: { code: 'not_authorized', message: 'Read only.', retryable: false },
  })
  expect(desk.text('[data-outcome="rejected"]')).toContain('allowed to do that')
  expect(desk.runs).toHaveLength(1)
})

// A command that was armed before the link dropped must not leave when it is back.
test('what was armed is disarmed by a lost link and by an offline platform', async () => {
  const desk = await openLive()
  await desk.wrapper.find(`${stop} [data-arm]`).trigger('click')
  expect(desk.wrapper.find(`${stop} [data-fire]`).exists()).toBe(true)
  desk.bridge.setLink('lost')
  await settled()
  expect(desk.wrapper.find(`${stop} [data-fire]`).exists()).toBe(false)
  expect(desk.text(stop)).toContain('background process stopped')
  desk.bridge.setLink('open')
  await settled()
  expect(desk.runs).toHaveLength(0)
  await desk.wrapper.find(`${stop} [data-arm]`).trigger('click')
  desk.bridge.push('connection.changed', {
    environment: 'rehearsal',
    state: 'unreachable',
    since: now(),
    sending: 'on',
    probing: 'on',
  })
  await settled()
  expect(desk.wrapper.find(`${stop} [data-fire]`).exists()).toBe(false)
  expect(desk.text(stop)).toContain('never sent late')
  expect(desk.runs).toHaveLength(0)
})

// A gate that looks like a stopped show, or that lets a command run into it.
test('a closed gate is shown as waiting, with its end', async () => {
  const desk = await openLive()
  desk.bridge.push('limits.changed', {
    gates: [
      {
        environment: 'rehearsal',
        product: 'Livestream',
        credential: 'apiKey',
        until: now(),
        retryAfterMs: 14_000,
        source: 'retry-after',
      },
    ],
  })
  await settled()
  expect(desk.text(stop)).toMatch(/limit: 0:1\d/)
  expect(desk.text(stop)).not.toMatch(/stopped/i)
  expect(desk.wrapper.find('[data-air="live"]').exists()).toBe(true)
})

// A poll that is said to be closed because the button was pressed.
test('closing the poll ends as seen once the platform shows it', async () => {
  const desk = await openLive()
  await fire(desk, '[data-poll="close"]')
  expect(desk.runs[0]).toMatchObject({ command: 'close', record: 'emb_2', shown: { poll: 'emb_2' } })
  const sentAt = new Date(Date.now() - 1_000).toISOString()
  await desk.settle(0, { product: 'Embeds', settledAt: sentAt })
  expect(desk.wrapper.find('[data-panel="poll"] [data-outcome]').attributes('data-outcome')).not.toBe('confirmed')
  await desk.tell(embed, 'tally', {
    answer: answerOf({
      data: {
        id: 'emb_2',
        status: 'closed',
        question: 'Who should come next?',
        tally: { cook: 41, diver: 66 },
        totalVotes: 107,
      },
    }),
  })
  expect(desk.wrapper.find('[data-panel="poll"] [data-outcome]').attributes('data-outcome')).toBe('confirmed')
  expect(desk.text('[data-poll="close"]')).toContain('Already closed')
})

// A lost answer that is repeated by the desk fires twice.
test('a command whose answer was lost is not sent again', async () => {
  let asked = 0
  const desk = await openLive({
    prepare: (bridge) =>
      bridge.answer('command.run', () => {
        asked += 1
        throw new DeskError('unreachable', 'The link dropped.', { operation: 'command.run' })
      }),
  })
  await fire(desk, stop)
  expect(desk.wrapper.find('[data-outcome="lost"]').exists()).toBe(true)
  desk.bridge.setLink('lost')
  desk.bridge.setLink('open')
  await settled()
  expect(asked).toBe(1)
})

// Two presses of one key within a moment are one clip; a held key is none.
test('the clip key cuts one clip, and a mark is kept as a draft without the platform', async () => {
  const desk = await openLive()
  const press = (key: string, repeat = false) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, repeat }))
  press('F8')
  press('F8')
  press('F8', true)
  press('F9')
  await settled()
  expect(desk.runs).toMatchObject([
    { command: 'clip', record: stream.id, environment: 'rehearsal' },
    { command: 'mark', environment: 'rehearsal' },
  ])
  // A clip goes however late it arrives; a mark would mark another moment.
  expect(desk.runs.map(({ pressedAt }) => pressedAt === undefined)).toEqual([true, false])
})

// The stream is chosen from a list that is read when it is asked for, and kept by the backend.
test('a first desk leads to its stream', async () => {
  const desk = await openLive({
    answers: {
      ...liveAnswers(),
      'GET /api/video/stream/all': { data: { items: [{ id: 'str_1', name: 'Night show main', status: 'idle' }] } },
    },
    prepare: (bridge) => bridge.answer('broadcast.get', () => ({ environment: 'rehearsal' })),
  })
  expect(desk.text(stop)).toContain('Choose a stream first')
  expect(desk.wrapper.find('[data-air]').text()).toContain('No stream chosen')
  await desk.wrapper.find('[data-choose="stream"]').trigger('click')
  await expect.poll(() => document.querySelector('[data-option="str_1"]')).not.toBeNull()
  document.querySelector<HTMLElement>('[data-option="str_1"]')?.click()
  await settled()
  expect(desk.bridge.requests).toContainEqual({
    method: 'broadcast.choose',
    params: { environment: 'rehearsal', stream },
  })
})

// The last answers must be the ledger's, and lead there, in words of a person who has no time for routes.
test('the log follows the ledger, and says what was done', async () => {
  const desk = await openLive()
  await fire(desk, '[data-poll="close"]')
  const operation = 'PUT /api/vote/embed/update'
  const deed = pollDeed('closed', 'emb_2', 'Who should come next?')
  desk.bridge.push('ledger.changed', {
    intent: { ...sampleIntent(0), id: 'sent-0', state: 'confirmed', operation, deed },
    counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 },
  })
  await settled()
  const line = desk.wrapper.find('[data-intent="sent-0"]')
  expect(line.text()).toContain('Closed “Who should come next?”')
  expect(line.text()).not.toContain('/api/')
  expect(line.find('[title*=Closed]').attributes('title')).toContain('PUT /api/vote/embed/update')
  const first = useLedger().recent[0]
  expect(desk.wrapper.find(`[data-intent="${first?.id ?? ''}"] a`).attributes('href')).toBe(
    `/activity?id=${first?.id ?? ''}`,
  )
})

// Catches a show that is over its end for hours after it ended, and an end that is counted down on a stream that is over.
test('after the end nothing is over, and nothing is left', async () => {
  const desk = await openLive({ broadcast: { plannedEndAt: new Date(Date.now() - 288_000).toISOString() } })
  expect(desk.text('[data-left]')).toMatch(/^\+4:4[78]$/)
  for (const word of ['stopped', 'idle']) {
    await desk.tell(status, 'status', { answer: answerOf({ data: { status: word } }) })
    expect(desk.text('[data-left]')).toBe('')
    expect(desk.text('[data-panel="clock"]')).not.toContain('over since')
  }
})

// Catches a reveal and an ad that are fired into nothing without a word, and the word where somebody may be watching.
test('off the air it is said that nobody sees it, on the air and unread it is not', async () => {
  const desk = await openLive()
  const told = () => desk.wrapper.findAll('[data-off-air]').map((one) => one.text())
  expect(told()).toEqual([])
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'idle' } }) })
  expect(told()).toEqual(['Off air: nobody sees it now.', 'Off air: nobody sees it now.'])
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'gefroren' } }) })
  expect(told()).toEqual([])
  await desk.tell(status, 'status', { answer: answerOf({ data: { status: 'idle' } }, '2026-01-01T00:00:00.000Z') })
  expect(told()).toEqual([])
})

// Catches a winner that can be shown in Polls alone, in the middle of a show.
test('once the results are shown, the next step is the winner', async () => {
  const desk = await openLive()
  expect(desk.wrapper.find('[data-poll="winner"]').exists()).toBe(false)
  const { data } = liveAnswers()['POST /api/vote/embed/get'] as { data: JsonObject }
  const shows = (fields: JsonObject) =>
    desk.tell(embed, 'tally', { answer: answerOf({ data: { ...data, ...fields } }) })
  await shows({ ...stepOf('reveal').fields })
  expect(desk.wrapper.find('[data-poll="reveal"]').exists()).toBe(false)
  expect(desk.text('[data-poll="winner"]')).toContain('Show winner')
  await fire(desk, '[data-poll="winner"]')
  expect(desk.runs).toMatchObject([{ command: 'winner', record: 'emb_2', shown: { poll: 'emb_2' } }])
  await shows({ ...stepOf('winner').fields })
  expect(desk.text('[data-poll="winner"]')).toContain('Winner already shown')
})
