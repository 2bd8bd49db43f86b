import { expect, test } from 'vitest'
import { inSlices } from '../../../../renderer/kit/composables/in-slices.ts'

// Other work must get its turn between slices, and the end must bring what the steps brought.
test('work in slices lets others in', async () => {
  const order: string[] = []
  function* work(): Generator<void, string> {
    for (const until = performance.now() + 10_000; order.length === 0 && performance.now() < until;) yield
    order.push('done')
    return 'value'
  }
  setTimeout(() => order.push('other'), 0)
  expect(await inSlices(work())).toBe('value')
  expect(order).toEqual(['other', 'done'])
})
