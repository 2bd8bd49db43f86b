import { expect, test } from 'vitest'
import { withoutTurns } from '#contract/direction.ts'
import { titleOf } from '#answers/roles.ts'

// Catches a customer's name that shows an amount which nobody paid, or turns the rest of a sentence round.
test('a name cannot turn the text around it', () => {
  expect(withoutTurns('\u202e001 RUE nnA')).toBe('001 RUE nnA')
  expect(withoutTurns('Ann\u2066 \u2067x')).toBe('Ann x')
  expect(titleOf({ id: 'c1', name: 'Ann \u202d100 EUR' }, 'payment/customer')).toBe('Ann 100 EUR')
})

// Catches names in Hebrew or Arabic that lose marks which their readers need.
test('letters and the marks between them stay', () => {
  expect(withoutTurns('משה \u200fכהן \u200eA')).toBe('משה \u200fכהן \u200eA')
})
