import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, nextTick, shallowRef } from 'vue'
import type { LiveValue } from '#contract/live.ts'
import type { Watched } from '../../../renderer/kit/composables/useWatch.ts'
import { useObservation } from '../../../renderer/views/streams/state/useObservation.ts'

const hour = 3_600_000
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 22, 20, 14, 5) }))
afterEach(() => vi.useRealTimers())

// Catches a line that stands still for as long as the clock was set back, or one that runs backwards.
test('points go on after the clock was set back, in order and each once', async () => {
  const value = shallowRef<LiveValue>()
  let samples: ReturnType<typeof useObservation>['samples'] = () => []
  mount(
    defineComponent(() => {
      samples = useObservation(() => 's', { value } as unknown as Watched).samples
      return () => null
    }),
  )
  const tell = async (viewers: number): Promise<void> => {
    value.value = {
      key: 'k',
      environment: 'rehearsal',
      pace: 'figures',
      reading: false,
      answer: { status: 200, data: { viewers }, receivedAt: new Date().toISOString(), durationMs: 1 },
    }
    await nextTick()
  }
  await tell(1)
  vi.advanceTimersByTime(10_000)
  await tell(2)
  vi.setSystemTime(Date.now() - hour)
  // The same answer is told again with another state: no reading.
  if (value.value !== undefined) value.value = { ...value.value, reading: true }
  await nextTick()
  vi.advanceTimersByTime(10_000)
  await tell(3)
  const now = Date.now()
  expect(samples().map(({ values }) => values?.['viewers'])).toEqual([1, 2, 3])
  expect(samples().map(({ at }) => now - at)).toEqual([20_000, 10_000, 0])
})
