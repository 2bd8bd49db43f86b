// The streaming software on the live desk: its state, its scenes, one start and one end, and alarms.
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import type { EncoderState } from '#contract/air/encoder.ts'
import { stepStates, type Firing } from '#contract/air/firing.ts'
import { stepLooks } from '../../../renderer/kit/composables/firing/useStepText.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { fire, openLive, settled } from '../live/desk.ts'
import { sampleIntent } from '../support/sample-backend.ts'
import { ago, encoderState, offOutput, sampleEncoder, sampleFiring, sendingOutput } from '../support/sample-encoder.ts'

afterEach(() => vi.useRealTimers())

const withSoftware = (state: Partial<EncoderState> = {}, prepare?: (bridge: MemoryBridge) => void) =>
  openLive({
    prepare(bridge) {
      bridge.answer('encoder.state', () => encoderState(state))
      bridge.answer('encoder.list', () => ({ encoders: [sampleEncoder] }))
      bridge.answer('encoder.command', (params) => {
        const { operation, scene = 'Starting soon' } = params as { operation: string; scene?: string }
        const active = operation === 'encoder:record'
        bridge.push(
          'encoder.changed',
          encoderState({ ...state, program: scene, record: { active, paused: false, durationMs: 0 } }),
        )
        return { ...sampleIntent(0), id: 'sent-to-software', operation, state: 'confirmed' }
      })
      prepare?.(bridge)
    },
  })
const withFiring = (firing: Firing) => withSoftware({}, (bridge) => bridge.answer('firing.current', () => ({ firing })))
const called = (bridge: MemoryBridge, method: string) =>
  bridge.requests.filter((one) => one.method === method).map(({ params }) => params as Record<string, unknown>)

// Catches a desk that changes for people who use no streaming software here.
test('without software the live desk has no panel of it and asks for no plan', async () => {
  const { wrapper, bridge } = await openLive()
  expect(wrapper.find('[data-panel="encoder"]').exists()).toBe(false)
  expect(wrapper.find('[data-panel="broadcast"]').exists()).toBe(false)
  expect(called(bridge, 'firing.plan')).toEqual([])
})

// Catches a green lamp during an outage, in which the software goes on to say that it is active.
test('reconnecting is amber with its seconds although the software is active', async () => {
  const { text, wrapper } = await withSoftware({
    stream: { ...sendingOutput, reconnecting: true, reconnectingSince: ago(12_000) },
  })
  expect(wrapper.find('[data-encoder-status]').attributes('data-encoder-status')).toBe('reconnecting')
  expect(text('[data-word]')).toMatch(/^Reconnecting for \d+ s$/)
  expect(wrapper.find('[data-word]').classes()).toContain('amber')
})

// Catches a start that is believed because the software accepted it, while nothing leaves.
test('it sends only where bytes leave', async () => {
  const { text } = await withSoftware({ stream: { ...sendingOutput, growing: false } })
  expect(text('[data-word]')).toContain('Started, sends nothing yet')
})

// Catches figures that look fresh long after the last reading, and commands that go out over them.
test('what was read too long ago is grey, says its age and takes no command', async () => {
  const { wrapper, text } = await withSoftware({ readAt: ago(7_000), stream: sendingOutput })
  expect(wrapper.find('[data-panel="encoder"] [data-stale]').attributes('data-stale')).toBe('true')
  expect(text('[data-old]')).toMatch(/Read \d+ s ago/)
  expect(text('[data-scene="Camera"]')).toContain('Its state is out of date')
})

// Catches a scene that is put on the program by one press, or that is shown twice.
test('a scene is armed and fired, and the one on the program is marked and can not be', async () => {
  const { wrapper, bridge } = await withSoftware()
  expect(wrapper.find('[data-program]').attributes('data-scene')).toBe('Starting soon')
  expect(wrapper.find('[data-scene="Starting soon"] [data-arm]').attributes('aria-disabled')).toBe('true')
  await fire({ wrapper }, '[data-scene="Camera"]')
  expect(called(bridge, 'encoder.command')).toEqual([
    {
      operation: 'encoder:scene',
      scene: 'Camera',
      shown: { encoder: expect.any(String) as string, scene: 'Camera' },
      press: expect.any(String) as string,
      environment: 'rehearsal',
      pressedAt: expect.any(String) as string,
    },
  ])
  await settled()
  expect(wrapper.find('[data-program]').attributes('data-scene')).toBe('Camera')
})

// Catches a recording that a slip of the hand starts or ends.
test('recording is armed, and its button becomes the opposite', async () => {
  const { wrapper, bridge } = await withSoftware()
  await fire({ wrapper }, '[data-record]')
  expect(called(bridge, 'encoder.command')).toMatchObject([{ operation: 'encoder:record' }])
  await settled()
  expect(wrapper.find('[data-record] [data-arm]').text()).toContain('Stop recording')
})

// Catches a start that nobody could look at before, and one that goes out twice.
test('the steps of a start are shown before it is fired, and it is fired once', async () => {
  const { wrapper, bridge, text } = await withSoftware({ stream: offOutput })
  await wrapper.find('[data-plan="start"]').trigger('click')
  const steps = wrapper.findAll('[data-firing-step]').map((step) => step.text())
  expect(steps[0]).toContain('Show the scene Starting soon')
  expect(steps.every((step) => step.includes('Planned'))).toBe(true)
  await fire({ wrapper }, '[data-broadcast="start"]')
  expect(called(bridge, 'firing.fire')).toEqual([
    {
      kind: 'start',
      shown: { stream: 'str_1' },
      press: expect.any(String) as string,
      environment: 'rehearsal',
      pressedAt: expect.any(String) as string,
    },
  ])
  expect(text('[data-firing-state]')).toContain('Under way: Show the scene Starting soon')
  expect(wrapper.find('[data-broadcast="start"] [data-arm]').attributes('aria-disabled')).toBe('true')
  expect(wrapper.find('[data-broadcast="end"] [data-arm]').attributes('aria-disabled')).toBe('true')
})

// Catches a command for another stream with as many destinations: it would do what nobody looked at.
test.each(['start', 'end'] as const)('%s is disarmed where its plan shows something else, and says so', async (one) => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let stream = 'str_1'
  const { wrapper, bridge: memory } = await withSoftware({}, (bridge) =>
    bridge.answer('firing.plan', (params) => {
      const { kind } = params as { kind: 'start' | 'end' }
      return {
        kind,
        environment: 'rehearsal',
        missing: [],
        steps: sampleFiring(kind, []).steps.map(({ id, name, action }) => ({ id, name, action })),
        shown: { stream, destinations: [{ key: 'out-1' }] },
      }
    }),
  )
  const button = () => wrapper.find(`[data-broadcast="${one}"]`)
  await button().find('[data-arm]').trigger('click')
  await flushPromises()
  expect(button().attributes('data-armed')).toBe('true')
  stream = 'str_2'
  vi.advanceTimersByTime(10_000)
  await settled()
  expect(button().attributes('data-armed')).toBe('false')
  expect(button().find('[data-changed]').text()).toContain('Disarmed')
  expect(called(memory, 'firing.fire')).toEqual([])
})

// Catches a button that seems ready although main would refuse it, and one that grows with a long sentence and moves the other.
test('what is missing stands in the place of the second press', async () => {
  const { wrapper } = await withSoftware({}, (bridge) =>
    bridge.answer('firing.plan', (params) => ({
      kind: (params as { kind: string }).kind,
      environment: 'rehearsal',
      steps: [],
      missing: ['encoder_not_connected'],
    })),
  )
  await expect
    .poll(() => wrapper.find('[data-broadcast="start"]').text())
    .toMatch(/The streaming software isn't connected$/)
})

// Catches an end that is withheld because of the streaming software, and one that does not say what it lacks.
test('an end is fired in spite of its software, and says so beforehand', async () => {
  const { wrapper, bridge } = await withSoftware({ stream: sendingOutput }, (desk) =>
    desk.answer('firing.plan', (params) => {
      const { kind } = params as { kind: 'start' | 'end' }
      const steps = sampleFiring(kind, []).steps.map(({ id, name, action }) => ({ id, name, action }))
      return { kind, environment: 'rehearsal', steps, missing: ['encoder_not_connected'] }
    }),
  )
  await wrapper.find('[data-plan="end"]').trigger('click')
  await settled()
  expect(wrapper.find('[data-plan-warning]').text()).toBe("The streaming software isn't connected")
  expect(wrapper.find('[data-broadcast="start"] [data-arm]').attributes('aria-disabled')).toBe('true')
  await fire({ wrapper }, '[data-broadcast="end"]')
  expect(called(bridge, 'firing.fire')).toMatchObject([{ kind: 'end' }])
})

// Catches states that are told by colour alone, and a stop that hides what is on air.
test('each state of a step has its word and its shape, and a stop says why and what is on air', async () => {
  const { wrapper, text } = await withFiring(
    sampleFiring('start', ['skipped', 'seen', 'contradicted', 'unknown', 'accepted'], {
      state: 'stopped',
      because: 'step_failed',
    }),
  )
  const rows = wrapper.findAll('[data-firing-step]')
  expect(rows.map((row) => row.find('.word').text())).toEqual([
    'Was so already',
    'Seen',
    'Did not happen',
    'Unknown',
    'Accepted',
  ])
  expect(new Set(Object.values(stepLooks).map(({ icon }) => icon)).size).toBe(stepStates.length)
  expect(text('[data-firing-state]')).toBe('Stopped: “See that it sends” did not happen.')
  expect(text('[data-on-air-sentence]')).toBe(
    'The broadcast is on air at Main stage. The streaming software sends nothing.',
  )
})

// Catches a stopped start that goes on by one press, or that can not be put away.
test('going on is armed, stopping is not', async () => {
  const firing = sampleFiring('end', ['unknown'], { state: 'stopped', because: 'step_unknown' })
  const { wrapper, bridge } = await withFiring(firing)
  await fire({ wrapper }, '[data-again]')
  expect(called(bridge, 'firing.resume')).toMatchObject([{ id: 'fire_1', environment: 'rehearsal' }])
  await wrapper.find('[data-stop-here]').trigger('click')
  await flushPromises()
  expect(called(bridge, 'firing.stop')).toEqual([{ id: 'fire_1' }])
})

// Catches a choice that looks kept and is not, and a scene that can be chosen and not taken back.
test('order, scenes and recording are chosen on the live desk and kept at once', async () => {
  const { wrapper, bridge } = await withSoftware()
  await wrapper.find('[data-firing-choices]').trigger('click')
  await settled()
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]')
  expect(dialog?.textContent).toContain('How a broadcast starts and ends')
  dialog?.querySelector<HTMLElement>('[data-ends-recording] button, button[data-ends-recording]')?.click()
  await flushPromises()
  expect(called(bridge, 'firing.choose')).toEqual([{ environment: 'rehearsal', endsRecording: true }])
})

// Catches an alarm without a sentence, and one that moves a button when it comes.
test('alarms cover the panel of the signal, each with a sentence and what to do', async () => {
  const { wrapper, bridge } = await withSoftware()
  bridge.push('alarms.changed', {
    environment: 'rehearsal',
    alarms: [
      { code: 'platform_without_encoder', level: 'alarm', since: ago(11_000) },
      { code: 'encoder_reconnecting', level: 'attention', since: ago(5_000) },
    ],
  })
  await settled()
  const cards = wrapper.findAll('[data-alarm]')
  expect(cards.map((card) => card.find('[data-sentence]').text())).toEqual([
    'The platform is on air, but your streaming software sends nothing.',
    'Your streaming software lost its connection and is trying to get it back.',
  ])
  expect(cards[0]?.text()).toMatch(/for \d+ s/)
  expect(wrapper.find('[data-alarms]').classes()).toContain('signal')
  expect(cards[0]?.find('[data-hush]').exists()).toBe(true)
  expect(cards[1]?.find('[data-hush]').exists()).toBe(false)
  await cards[0]?.find('[data-hush]').trigger('click')
  expect(wrapper.find('[data-alarm="platform_without_encoder"] [data-hush]').text()).toContain('Sound is off')
  bridge.push('alarms.changed', { environment: 'rehearsal', alarms: [] })
  await settled()
  expect(wrapper.find('[data-alarms]').exists()).toBe(false)
})

// Catches an alarm of another environment on this one's desk.
test('alarms of another environment are not shown', async () => {
  const { wrapper, bridge } = await withSoftware()
  bridge.push('alarms.changed', {
    environment: 'production',
    alarms: [{ code: 'program_black', level: 'alarm', since: ago(1_000) }],
  })
  await settled()
  expect(wrapper.find('[data-alarms]').exists()).toBe(false)
})
