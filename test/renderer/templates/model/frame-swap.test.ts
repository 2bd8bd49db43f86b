import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameSwap } from '../../../../renderer/views/templates/model/preview/frame-swap.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(visible = true) {
  const loads: string[] = []
  const state = { visible, swaps: 0 }
  const swap = createFrameSwap(
    {
      load: (page) => loads.push(page),
      swap: () => (state.swaps += 1),
      visible: () => state.visible,
      whenIdle(act) {
        const timer = setTimeout(act, 0)
        return () => clearTimeout(timer)
      },
      now: () => Date.now(),
    },
    250,
  )
  return { loads, state, swap }
}

// Every key would load the page once more, and the frames would fall behind.
test('only the newest page is loaded, one at a time and at most four a second', () => {
  const { loads, state, swap } = setUp()
  swap.show('a')
  vi.advanceTimersByTime(1)
  swap.show('b')
  swap.show('c')
  vi.advanceTimersByTime(50)
  expect(loads).toEqual(['a'])
  swap.loaded()
  expect(state.swaps).toBe(1)
  vi.advanceTimersByTime(250)
  expect(loads).toEqual(['a', 'c'])
  swap.loaded()
  swap.show('d')
  vi.advanceTimersByTime(200)
  expect(loads).toHaveLength(2)
  vi.advanceTimersByTime(100)
  expect(loads).toEqual(['a', 'c', 'd'])
})

// A long document that is laid out again and again leaves no time for the keys that change it.
test('what takes long to load is shown less often', () => {
  const { loads, swap } = setUp()
  swap.show('a')
  vi.advanceTimersByTime(500)
  swap.loaded()
  swap.show('b')
  vi.advanceTimersByTime(1_400)
  expect(loads).toEqual(['a'])
  vi.advanceTimersByTime(300)
  expect(loads).toEqual(['a', 'b'])
})

// A preview that nobody sees must not cost anything, yet show the newest state when it is looked at again.
test('nothing is loaded unseen', () => {
  const { loads, state, swap } = setUp(false)
  swap.show('a')
  swap.show('b')
  vi.advanceTimersByTime(5_000)
  expect(loads).toEqual([])
  state.visible = true
  swap.wake()
  vi.advanceTimersByTime(1)
  expect(loads).toEqual(['b'])
})

// The load event of an empty frame at the start must not bring it to the front.
test('a load that nobody asked for swaps nothing, and the same page is not loaded twice', () => {
  const { loads, state, swap } = setUp()
  swap.loaded()
  expect(state.swaps).toBe(0)
  swap.show('a')
  vi.advanceTimersByTime(1)
  swap.loaded()
  swap.show('b')
  swap.show('a')
  vi.advanceTimersByTime(5_000)
  expect(loads).toEqual(['a'])
  swap.show('e')
  swap.stop()
  vi.advanceTimersByTime(5_000)
  expect(loads).toEqual(['a'])
})
