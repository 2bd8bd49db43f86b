import { expect, test } from 'vitest'
import { oneAtATime } from '../../../../renderer/kit/base/one-at-a-time.ts'

// A search per key that overlaps the one before loads the backend for answers nobody waits for.
test('asks again once, after the one under way', async () => {
  const ends: Array<() => void> = []
  let running = 0
  let most = 0
  const ask = oneAtATime(async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  })
  const asked = [ask(), ask(), ask(), ask()]
  expect(ends.length).toBe(1)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all(asked)
  expect([ends.length, most]).toEqual([2, 1])
  const later = ask()
  expect(ends.length).toBe(3)
  ends[2]?.()
  await later
})
