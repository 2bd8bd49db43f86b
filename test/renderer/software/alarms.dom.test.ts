// Alarms outside of the live desk: heard, announced, in the status bar, and on the stage.
import { flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { effectScope, watch } from 'vue'
import type { Alarm } from '#contract/air/alarms.ts'
import { connectBridge } from '../../../renderer/kit/bridge/index.ts'
import { useAlarmSound } from '../../../renderer/air/alarms/useAlarmSound.ts'
import { useAnnounce } from '../../../renderer/kit/composables/useAnnounce.ts'
import DeskFrame from '../../../renderer/frame/DeskFrame.vue'
import StageView from '../../../renderer/air/stage/StageView.vue'
import { initStores } from '../../../renderer/stores.ts'
import { useAlarms } from '../../../renderer/air/stores/alarms.ts'
import { useSettings } from '../../../renderer/kit/stores/settings.ts'
import { answerOf, settled, stream } from '../live/desk.ts'
import { createMemoryBridge, type MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'

const black: Alarm = { code: 'program_black', level: 'alarm', since: '2026-11-21T20:00:00.000Z' }
const silent: Alarm = { code: 'program_silent', level: 'alarm', since: '2026-11-21T20:00:03.000Z' }
const away: Alarm = { code: 'encoder_reconnecting', level: 'attention', since: '2026-11-21T20:00:01.000Z' }
const tell = async (bridge: MemoryBridge, ...alarms: Alarm[]): Promise<void> => {
  bridge.push('alarms.changed', { environment: 'rehearsal', alarms })
  await settled()
}

/** Counts the tones; what plays them is the browser's. */
let tones = 0
class Audio {
  state = 'running'
  currentTime = 0
  destination = {}
  createOscillator() {
    return { frequency: { value: 0 }, connect: (to: object) => to, start: () => (tones += 1), stop: () => undefined }
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    return { gain, connect: (to: object) => to }
  }
}
beforeEach(() => {
  tones = 0
  vi.stubGlobal('AudioContext', Audio)
  return () => vi.unstubAllGlobals()
})

async function listen(): Promise<MemoryBridge> {
  setActivePinia(createPinia())
  const bridge = createMemoryBridge(0)
  connectBridge(bridge.transport)
  initStores()
  await flushPromises()
  const scope = effectScope()
  scope.run(() => useAlarmSound())
  onTestFinished(() => scope.stop())
  return bridge
}

// Catches an alarm that nobody hears, one that is heard although it was hushed or switched off, and a tone for what only
// needs attention.
test('an alarm is heard once it comes, until it is hushed or over; attention is not heard', async () => {
  const bridge = await listen()
  await tell(bridge, away)
  expect(tones).toBe(0)
  await tell(bridge, black, away)
  expect(tones).toBe(2)
  await tell(bridge, black)
  expect(tones).toBe(2)
  useAlarms().hush(black)
  await tell(bridge, black, silent)
  expect(tones).toBe(4)
  await tell(bridge)
  await tell(bridge, { ...black, since: '2026-11-21T20:10:00.000Z' })
  expect(tones).toBe(6)
})

// Catches a switch in the settings that the sound does not obey.
test('it is silent where the sound is switched off', async () => {
  const bridge = await listen()
  await useSettings().update({ alarmSound: false })
  await tell(bridge, black)
  expect(tones).toBe(0)
})

// Catches an alarm that only the live desk shows, or that a screen reader says again with each reading.
test('every view shows it in the status bar, and it is announced once', async () => {
  const { wrapper, bridge } = await mountOnDesk(
    DeskFrame,
    {},
    {
      at: '/polls',
      prepare(memory) {
        memory.answer('broadcast.get', () => ({ environment: 'rehearsal', stream }))
        memory.answer('platform.read', () => answerOf({ data: { status: 'live' } }))
      },
    },
  )
  onTestFinished(() => wrapper.unmount())
  await settled()
  expect(wrapper.find('[data-status="alarms"]').exists()).toBe(false)
  await tell(bridge, black, away)
  expect(wrapper.find('[data-status="alarms"]').text()).toContain('Viewers see a black picture. And 1 more alarm.')
  expect(wrapper.find('[data-status="alarms"]').attributes('href')).toContain('/live')
  const { message } = useAnnounce()
  await expect.poll(() => message.value).toContain('Viewers see a black picture.')
  const heard: string[] = []
  onTestFinished(watch(message, (text) => void (text !== '' && heard.push(text)), { flush: 'sync' }))
  await tell(bridge, black)
  await tell(bridge, black, silent)
  await expect.poll(() => message.value).toBe('Viewers hear nothing.')
  expect(heard).toEqual(['Viewers hear nothing.'])
})

// Catches a person in front of the camera who does not know what viewers see, and a page that moves with it.
test('the stage tells the sentence, and an alarm in its place', async () => {
  const { wrapper, bridge } = await mountOnDesk(
    StageView,
    {},
    {
      at: '/stage',
      prepare(memory) {
        memory.answer('broadcast.get', () => ({ environment: 'rehearsal', stream }))
        memory.answer('platform.read', () => answerOf({ data: { status: 'live' } }))
      },
    },
  )
  onTestFinished(() => wrapper.unmount())
  await settled()
  expect(wrapper.find('[data-on-air-sentence]').text()).toBe('The broadcast is on air.')
  expect(wrapper.find('[data-trouble]').text()).toBe('')
  await tell(bridge, black)
  expect(wrapper.find('[data-trouble]').text()).toBe('Viewers see a black picture.')
  expect(wrapper.find('[data-trouble]').classes()).toContain('bad')
})
