import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { decisionOf, pressEdit, pressNow } from '../../../../renderer/kit/base/pressed.ts'
import { usePressNames, type NamedPress } from '../../../../renderer/kit/composables/usePressNames.ts'

const lost = new DeskError('unreachable', 'The link dropped.', { operation: 'ledger.submit' })

test('each request of one press has its own record, and all of them one moment', () => {
  const pressed = pressNow(
    'production',
    new Map([
      ['a', 'intent-1'],
      ['b', null],
    ]),
  )
  expect(['a', 'b', 'c'].map((key) => decisionOf(pressed, key))).toEqual([
    { environment: 'production', pressedAt: pressed.at, saw: 'intent-1' },
    { environment: 'production', pressedAt: pressed.at, saw: null },
    { environment: 'production', pressedAt: pressed.at },
  ])
})

// Catches an edit that is refused because it waited: it may arrive as late as it likes.
test('an edit names its place and no moment', () => {
  expect(decisionOf(pressEdit('rehearsal'))).toEqual({ environment: 'rehearsal' })
})

// Catches a second sending that is made to look like a fresh decision, and one that gets a second name.
test('said again after a lost link, a press keeps its name and its first moment', async () => {
  const names = usePressNames()
  const heard: NamedPress[] = []
  const say = (answer: () => Promise<string>, of = 'stop') =>
    names
      .run(pressNow('rehearsal'), of, (named) => {
        heard.push(named)
        return answer()
      })
      .catch(() => undefined)
  await say(() => Promise.reject(lost))
  await say(() => Promise.reject(lost))
  await say(() => Promise.resolve('made'))
  await say(() => Promise.resolve('made'))
  expect(heard[1]).toEqual(heard[0])
  expect(heard[2]).toEqual(heard[0])
  expect(heard[2]?.pressed).toBe(heard[0]?.pressed)
  expect(heard[3]?.id).not.toBe(heard[0]?.id)
})

// Catches a command that is refused as too old for ever, since each new press carries the old moment.
test('after a refusal the next press counts by its own moment', async () => {
  const names = usePressNames()
  const [first, second] = [pressNow('rehearsal'), pressNow('rehearsal')]
  const heard: NamedPress[] = []
  const say = (named: NamedPress) => {
    heard.push(named)
    return Promise.reject(new DeskError('cancelled', 'Too late.', { facts: { reason: 'press_too_old' } }))
  }
  await names.run(first, 'stop', say).catch(() => undefined)
  await names.run(second, 'stop', say).catch(() => undefined)
  expect(heard.map(({ pressed }) => pressed === second)).toEqual([false, true])
})

// Catches a press of one environment that is said again in another.
test('another place, or another request, is another press', async () => {
  const names = usePressNames()
  const ids: string[] = []
  const say = ({ id }: NamedPress) => {
    ids.push(id)
    return Promise.reject(lost)
  }
  await names.run(pressNow('rehearsal'), 'stop', say).catch(() => undefined)
  await names.run(pressNow('development'), 'stop', say).catch(() => undefined)
  await names.run(pressNow('development'), 'start', say).catch(() => undefined)
  expect(new Set(ids).size).toBe(3)
})
