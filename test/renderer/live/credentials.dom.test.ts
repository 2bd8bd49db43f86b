import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { useShow } from '../../../renderer/kit/stores/show.ts'
import { stopClock } from '../support/clock.ts'
import { fire, liveAnswers, openLive, settled } from './desk.ts'

stopClock()

const details = 'GET /api/video/details/all'
const listed = (status: string, more: object = {}): Record<string, Json> => ({
  ...liveAnswers(),
  [details]: {
    data: {
      items: [
        {
          id: 'det_2',
          providerName: 'Main stage',
          providerId: 'out-1',
          streamId: 'str_1',
          videoId: 'vid-1',
          status,
          apiKey: mask,
          streamKey: mask,
          apiSecret: null,
          authToken: null,
          channelUrl: 'https://video.example/c/1',
          ...more,
        },
      ],
    },
  },
})
const press = async (selector: string) => {
  document.querySelector<HTMLElement>(selector)?.click()
  await settled()
}

// Catches a start that goes before the person was told what it leaves out, and a stop that has to wait for that.
test('a start asks first, a stop does not, and neither carries a mask', async () => {
  const desk = await openLive({ answers: listed('scheduled') })
  expect(desk.text('[data-withheld-of="Main stage"]')).toContain('may keep or clear its stored values')
  await desk.wrapper.find('[data-transport="start"] [data-arm]').trigger('click')
  expect(desk.wrapper.find('[data-transport="start"] [data-fire]').exists()).toBe(false)
  await desk.wrapper.find('[data-without="leave"]').trigger('click')
  await fire(desk, '[data-transport="start"]')
  expect(desk.runs).toMatchObject([{ command: 'start', without: 'leave' }])

  const other = await openLive({ answers: listed('live') })
  await fire(other, '[data-transport="stop"]')
  expect(other.runs).toHaveLength(1)
  expect(other.runs[0]).toMatchObject({ command: 'stop', record: 'Main stage/out-1/vid-1' })
  expect(other.runs[0]).not.toHaveProperty('without')
  expect(JSON.stringify([desk.runs, other.runs])).not.toContain(mask)
})

// Catches a platform that wants every field, on which nothing can be stopped any more.
test('a refused stop offers null, and goes with it', async () => {
  const desk = await openLive({ answers: listed('live') })
  await fire(desk, '[data-transport="stop"]')
  const refused = {
    state: 'rejected',
    error: { code: 'invalid_request', status: 400, message: 'options.streamKey is missing', retryable: false },
  } as const
  await desk.settle(0, refused)
  desk.bridge.push('ledger.changed', {
    intent: {
      id: 'sent-0',
      reference: 'sd-0',
      operation: 'PUT /api/video/event/update',
      environment: 'rehearsal',
      product: 'Livestream',
      risk: 'onair',
      request: {
        body: {
          options: { providerName: 'Main stage', providerId: 'out-1' },
          details: { streamId: 'str_1', videoId: 'vid-1', stopped: true },
        },
      },
      attempts: 1,
      createdAt: new Date().toISOString(),
      settledAt: new Date().toISOString(),
      evidence: [],
      ...refused,
    },
    counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 },
  })
  await settled()
  expect(desk.text('[data-withheld-of="Main stage"]')).toContain("doesn't accept a command without")
  await desk.wrapper.find('[data-without="null"]').trigger('click')
  await fire(desk, '[data-transport="stop"]')
  expect(desk.runs[1]).toMatchObject({ command: 'stop', without: 'null' })
})

// Catches a way out that leads nowhere: what is added is what goes.
test('credentials are added in place and go with the next command', async () => {
  let saved: unknown
  const desk = await openLive({
    answers: listed('scheduled'),
    prepare: (bridge) =>
      bridge.answer('profiles.save', (input) => {
        saved = input
        return {
          id: 'p',
          name: 'Main stage',
          environment: 'rehearsal',
          options: { providerName: 'Main stage', providerId: 'out-1' },
          secrets: {
            apiKey: { $secret: 'profile/p/apiKey/x' },
            apiSecret: null,
            authToken: null,
            streamKey: { $secret: 'profile/p/streamKey/y' },
          },
          updatedAt: new Date().toISOString(),
        }
      }),
  })
  await press('[data-add-credentials]')
  for (const [name, value] of [
    ['apiKey', 'provider-key'],
    ['streamKey', 'stream-key'],
  ] as const) {
    const input = document.querySelector<HTMLInputElement>(
      `input[data-option="${name}"], [data-option="${name}"] input`,
    )
    if (input === null) throw new Error(`No field for ${name}`)
    input.value = value
    input.dispatchEvent(new Event('input'))
  }
  await settled()
  await press('[data-save-credentials]')
  expect(saved).toMatchObject({
    name: 'Main stage',
    environment: 'rehearsal',
    secrets: { apiKey: 'provider-key', streamKey: 'stream-key' },
    options: { providerName: 'Main stage', providerId: 'out-1' },
  })
  expect(JSON.stringify(saved)).not.toContain(mask)
  expect(desk.wrapper.find('[data-withheld-of]').exists()).toBe(false)
  await fire(desk, '[data-transport="start"]')
  expect(desk.runs).toMatchObject([{ command: 'start' }])
  expect(desk.runs[0]).not.toHaveProperty('without')
})

// Catches a key that is saved otherwise than it was pasted, and nothing said so.
test('spaces around an added key are told before the dialog closes', async () => {
  const desk = await openLive({
    answers: listed('scheduled'),
    prepare: (bridge) =>
      bridge.answer('profiles.save', () => ({
        id: 'p',
        name: 'Main stage',
        environment: 'rehearsal',
        options: { providerName: 'Main stage', providerId: 'out-1' },
        secrets: { apiKey: { $secret: 'profile/p/apiKey/x' }, apiSecret: null, authToken: null, streamKey: null },
        updatedAt: new Date().toISOString(),
        leftOut: ['name'],
      })),
  })
  await press('[data-add-credentials]')
  const input = document.querySelector<HTMLInputElement>('input[data-option="apiKey"], [data-option="apiKey"] input')
  if (input === null) throw new Error('No field for apiKey')
  input.value = ' provider-key'
  input.dispatchEvent(new Event('input'))
  await settled()
  await press('[data-save-credentials]')
  expect(document.querySelector('[data-trimmed]')?.textContent).toBe('Spaces around the key were removed.')
  expect(document.querySelector('[data-left-out]')?.textContent.trim()).toBe('Stored secrets were removed from: name')
  expect(desk.wrapper.exists()).toBe(true)
})

// Catches a choice of yesterday's show that decides over tonight's.
test('the choice holds for one show', async () => {
  const desk = await openLive({ answers: listed('scheduled') })
  await desk.wrapper.find('[data-without="leave"]').trigger('click')
  expect(desk.wrapper.find('[data-without="ask"]').exists()).toBe(true)
  useShow().current = {
    id: 'show-2',
    title: 'Tonight',
    environment: 'rehearsal',
    startedAt: new Date().toISOString(),
  } as never
  await settled()
  expect(desk.wrapper.find('[data-without="leave"]').exists()).toBe(true)
})

// Catches a command that is armed although the environment's own key is not to be had, and a desk that then knows no way to end a broadcast.
test('without the environment\u2019s own key the panels say so before arming, and name the provider\u2019s own page', async () => {
  const desk = await openLive({
    answers: listed('live'),
    prepare: (bridge) =>
      bridge.answer('credentials.status', (input) => ({
        environment: (input as { environment: string }).environment,
        backend: 'keytar',
        credentials: { apiKey: { state: 'locked' }, session: { state: 'absent' } },
      })),
  })
  desk.bridge.push('rehearsal.changed', { running: false, faults: [] })
  await settled()
  expect(desk.text('[data-own-key]')).toContain('locked keychain')
  expect(desk.wrapper.find('[data-provider-page]').attributes()).toMatchObject({
    href: 'https://video.example/c/1',
    rel: 'noopener noreferrer',
  })
  await desk.wrapper.find('[data-transport="stop"] [data-arm]').trigger('click')
  expect(desk.wrapper.find('[data-transport="stop"] [data-fire]').exists()).toBe(false)
  expect(desk.text('[data-transport="stop"]')).toContain("API key can't be read")
})
