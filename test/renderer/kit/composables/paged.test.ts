import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { usePaged } from '../../../../renderer/kit/composables/usePaged.ts'

// A slow answer to the old filter must not overwrite the new filter's list.
test('an answer to an older question is thrown away', async () => {
  const answers: Array<(page: { items: string[] }) => void> = []
  const list = usePaged<string>(() => new Promise((resolve) => answers.push(resolve)))
  const first = list.restart()
  const second = list.restart()
  answers[1]?.({ items: ['new'] })
  answers[0]?.({ items: ['old'] })
  await Promise.all([first, second])
  expect(list.items.value).toEqual(['new'])
})

// Scrolling asks for more many times while one page is on its way; each page must come once.
test('more asks once at a time and stops at the end', async () => {
  const asked: Array<string | undefined> = []
  const list = usePaged<number>(async (before) => {
    asked.push(before)
    return before === undefined ? { items: [1], next: 'a' } : { items: [2] }
  })
  await list.restart()
  await Promise.all([list.more(), list.more()])
  await list.more()
  expect(asked).toEqual([undefined, 'a'])
  expect(list.items.value).toEqual([1, 2])
  expect(list.hasMore.value).toBe(false)
})

// What was already shown must stay when the next page fails.
test('a failed page keeps the list and can be asked for again', async () => {
  let fail = false
  const list = usePaged<number>(async (before) => {
    if (fail) throw new DeskError('unreachable', 'gone')
    return before === undefined ? { items: [1], next: 'a' } : { items: [2] }
  })
  await list.restart()
  fail = true
  await list.more()
  expect([list.state.value, list.error.value?.code, list.items.value]).toEqual(['error', 'unreachable', [1]])
  fail = false
  await list.more()
  expect(list.items.value).toEqual([1, 2])
})
