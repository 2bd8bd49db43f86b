// The rundown on the live desk, on the stage window and in its dock.
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Firing } from '#contract/air/firing.ts'
import type { RundownPosition } from '#contract/air/rundown.ts'
import { useSettings } from '../../../renderer/kit/stores/settings.ts'
import StageCues from '../../../renderer/air/stage/StageCues.vue'
import { openDock, operateGrant } from '../air/dock/dock.ts'
import { fire, openLive, settled } from '../live/desk.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'
import { sampleCue, sampleRundown } from '../support/sample-rundowns.ts'

afterEach(() => vi.useRealTimers())

const rundown = sampleRundown()
const [, first, second] = rundown.cues
const position = (more: Partial<RundownPosition> = {}): RundownPosition => ({
  ...{ rundown: 'run_1', title: rundown.title, revision: 3, position: 4, environment: 'rehearsal' },
  ...{ day: new Date().toISOString(), fired: [], shown: { cue: 'c1' }, next: first ?? sampleCue('x', 'x') },
  ...more,
})
const withRundown = (more: Partial<RundownPosition> = {}, prepare?: (bridge: MemoryBridge) => void) =>
  openLive({
    prepare(bridge) {
      bridge.answer('rundown.position', () => ({ position: position(more) }))
      prepare?.(bridge)
    },
  })
const called = (bridge: MemoryBridge, method: string) =>
  bridge.requests.filter((one) => one.method === method).map(({ params }) => params as Record<string, unknown>)
const firing = (more: Partial<Firing> = {}): Firing => ({
  ...{ id: 'fir_1', kind: 'cue', environment: 'rehearsal', state: 'waiting', firedAt: new Date().toISOString() },
  cue: { rundown: 'run_1', id: 'cue_1', title: 'Opening' },
  steps: [
    { id: 'stp_1', name: 'Opening', action: { kind: 'mark', title: 'Opening' }, state: 'seen', attempt: 1 },
    {
      ...{ id: 'stp_2', name: 'ready', action: { kind: 'wait', text: 'the guest is ready' } },
      ...{ state: 'waiting', attempt: 1 },
    },
  ] as Firing['steps'],
  ...more,
})

// Catches a live desk that changes for people who use no rundown, and one where none can be chosen.
test('without a rundown there is no panel, and one can be chosen', async () => {
  const { wrapper, bridge } = await openLive()
  expect(wrapper.find('[data-panel="rundown"]').exists()).toBe(false)
  await wrapper.find('[data-choose-rundown]').trigger('click')
  await settled()
  document.querySelector<HTMLElement>('[data-choose-list] [data-rundown="run_1"]')?.click()
  await settled()
  expect(called(bridge, 'rundown.choose')).toEqual([{ environment: 'rehearsal', id: 'run_1' }])
  expect(wrapper.find('[data-panel="rundown"]').text()).toContain('Opening')
})

// Catches a cue that one press fires, and a Go that does not say what was seen.
test('Go is armed and fired, and names the position and revision that were seen', async () => {
  const { wrapper, bridge } = await withRundown()
  expect(wrapper.find('[data-go] [data-arm]').text()).toContain('Go: Opening')
  await fire({ wrapper }, '[data-go]')
  expect(called(bridge, 'rundown.go')).toEqual([
    {
      ...{ id: 'run_1', revision: 3, position: 4, environment: 'rehearsal', shown: { cue: 'c1' } },
      press: expect.any(String) as string,
      pressedAt: expect.any(String) as string,
    },
  ])
})

// Catches a second cue that is fired because another window had pressed Go just before.
test('where another pressed Go this window is disarmed and told, and a late press is refused in a sentence', async () => {
  const desk = await withRundown({}, (memory) =>
    memory.answer('rundown.go', () => {
      throw new DeskError('conflict', 'Another pressed.', { facts: { reason: 'position_changed' } })
    }),
  )
  const { wrapper, bridge } = desk
  await wrapper.find('[data-go] [data-arm]').trigger('click')
  expect(wrapper.find('[data-go] [data-fire]').exists()).toBe(true)
  bridge.push('rundown.position', {
    environment: 'rehearsal',
    position: position({
      position: 5,
      now: { cue: first ?? sampleCue('x', 'x'), firedAt: new Date().toISOString(), firing: 'other' },
      ...(second && { next: second }),
    }),
  })
  await settled()
  expect(wrapper.find('[data-go] [data-fire]').exists()).toBe(false)
  expect(desk.text('[data-go-state]')).toMatch(/^Another window fired “Opening” at /)
  expect(called(bridge, 'rundown.go')).toEqual([])
  await fire({ wrapper }, '[data-go]')
  expect(wrapper.find('[data-panel="rundown"] [data-reason="position_changed"]').exists()).toBe(true)
})

// Catches a window that says the same twice, where its refusal came before the news.
test('a refused press is told once, by who fired it', async () => {
  const desk = await withRundown({}, (memory) =>
    memory.answer('rundown.go', () => {
      throw new DeskError('conflict', 'Another pressed.', { facts: { reason: 'position_changed' } })
    }),
  )
  const { wrapper, bridge } = desk
  await fire({ wrapper }, '[data-go]')
  expect(wrapper.find('[data-panel="rundown"] [data-reason="position_changed"]').exists()).toBe(true)
  bridge.push('rundown.position', {
    environment: 'rehearsal',
    position: position({
      position: 5,
      now: { cue: first ?? sampleCue('x', 'x'), firedAt: new Date().toISOString(), firing: 'other' },
      ...(second && { next: second }),
    }),
  })
  await settled()
  expect(desk.text('[data-go-state]')).toMatch(/^Another window fired “Opening” at /)
  expect(wrapper.find('[data-panel="rundown"] [data-error-code]').exists()).toBe(false)
})

// Catches a wait that nobody sees, and a money step that a click sends.
test('a step that waits is gone on with by two presses, one that moves money by holding', async () => {
  const desk = await withRundown({}, (memory) => {
    memory.answer('firing.current', () => ({ firing: firing() }))
    memory.answer('firing.proceed', () => firing({ state: 'done' }))
  })
  const { wrapper, bridge } = desk
  expect(desk.text('[data-go-state]')).toBe('Waits for you: the guest is ready')
  expect(wrapper.find('[data-go] [data-arm]').attributes('aria-disabled')).toBe('true')
  await fire({ wrapper }, '[data-go-on]')
  expect(called(bridge, 'firing.proceed')).toEqual([{ id: 'fir_1', step: 'stp_2' }])
  bridge.push('firing.changed', { firing: firing({ because: 'hold_needed' }) })
  await settled()
  expect(wrapper.find('[data-go-on]').exists()).toBe(false)
  expect(wrapper.text()).toContain('Hold: Send it')
})

// Catches a cue that fires by the clock, and one that blinks for people who can not bear it.
test('a due cue blinks only where that is switched on, and fires nothing', async () => {
  const past = new Date(Date.now() - 60_000)
  const at = `${String(past.getHours()).padStart(2, '0')}:${String(past.getMinutes()).padStart(2, '0')}:00`
  const due = sampleRundown({ cues: [sampleCue('cue_1', 'Opening', { at, linked: false, durationMs: 60_000 })] })
  const desk = await withRundown({ next: due.cues[0] ?? sampleCue('x', 'x') }, (memory) =>
    memory.answer('rundown.get', () => due),
  )
  const { wrapper, bridge } = desk
  expect(wrapper.find('[data-next]').attributes('data-blinks')).toBe('true')
  expect(desk.text('[data-next]')).toContain('Next, due now')
  expect(desk.text('[data-over]')).toMatch(/over$/)
  await useSettings().update({ flashing: false })
  await flushPromises()
  expect(wrapper.find('[data-next]').attributes('data-blinks')).toBeUndefined()
  expect(wrapper.find('[data-next]').attributes('data-due')).toBe('true')
  expect(called(bridge, 'rundown.go')).toEqual([])
})

// Catches a jump that fires something, or that goes where the person did not press.
test('another cue is made the next one', async () => {
  const { wrapper, bridge } = await withRundown()
  await wrapper.find('[data-panel="rundown"] [data-cue="cue_3"] [data-make-next]').trigger('click')
  expect(called(bridge, 'rundown.move')).toEqual([
    { id: 'run_1', revision: 3, position: 4, environment: 'rehearsal', next: 'cue_3' },
  ])
  expect(called(bridge, 'rundown.go')).toEqual([])
})

// Catches a stage window that shows the cue before, or a note that is meant for the crew.
test('the stage window shows what is on and what comes, and no note', async () => {
  const { wrapper, bridge } = await mountOnDesk(
    StageCues,
    { ended: false },
    {
      prepare: (memory) =>
        memory.answer('rundown.position', () => ({
          position: position({
            now: {
              cue: sampleCue('cue_1', 'Opening', { note: 'quiet please' }),
              firedAt: new Date().toISOString(),
              firing: 'f',
            },
            ...(second && { next: second }),
          }),
        })),
    },
  )
  const { useRundown } = await import('../../../renderer/air/stores/rundown.ts')
  await useRundown().ensure()
  await settled()
  expect(wrapper.find('[data-stage-now]').text()).toBe('Opening')
  expect(wrapper.find('[data-stage-next]').text()).toBe('Interview')
  expect(wrapper.text()).not.toContain('quiet please')
  bridge.push('rundown.position', { environment: 'rehearsal', position: null })
  await settled()
  expect(wrapper.find('[data-stage-now]').text()).toBe('Nothing yet')
  wrapper.unmount()
})

const dockOf = (commands: ReadonlyArray<'go' | 'mark'>, mode: 'arm' | 'fire' = 'fire') =>
  openDock('next', {
    grant: operateGrant({ commands: [...commands], mode }),
    prepare: (bridge) => {
      bridge.answer('rundown.position', () => ({ position: position() }))
      bridge.answer('rundown.get', () => rundown)
    },
  })

// Catches a button that every dock has, and a Go from the dock that is another than the desk's.
test('the dock shows now and next, and Go only where it was granted', async () => {
  const without = await dockOf(['mark'])
  await settled()
  expect(without.text('[data-next]')).toContain('Opening')
  expect(without.wrapper.find('[data-command="go"]').exists()).toBe(false)
  without.wrapper.unmount()

  const desk = await dockOf(['go'])
  const { wrapper, bridge } = desk
  await settled()
  await fire({ wrapper }, '[data-command="go"]')
  expect(called(bridge, 'rundown.go')).toMatchObject([{ id: 'run_1', revision: 3, position: 4 }])
  expect(desk.text('[data-outcome]')).toContain('fired')
  wrapper.unmount()
})

// Catches a lapse that looks like a Go.
test('a dock that asks is told when nobody at the desk fired it', async () => {
  const desk = await dockOf(['go'], 'arm')
  const { wrapper, bridge } = desk
  bridge.answer('rundown.go', () => ({ outcome: 'lapsed' }))
  await settled()
  await wrapper.find('[data-command="go"]').trigger('click')
  await settled()
  expect(wrapper.find('[data-outcome]').attributes('data-outcome')).toBe('lapsed')
  expect(desk.text('[data-outcome]')).toContain('Nothing was sent')
  wrapper.unmount()
})
