import { expect, test } from 'vitest'
import { isLinkLoss } from '../../../../renderer/kit/composables/desk-error.ts'

// After a dropped link "nothing was sent" would be a lie: the write may have left.
test('a lost link is told from a platform that is down', () => {
  expect(isLinkLoss({ code: 'unreachable', operation: 'ledger.submit' })).toBe(true)
  expect(isLinkLoss({ code: 'unreachable', operation: 'PUT /api/video/event/update' })).toBe(false)
  expect(isLinkLoss({ code: 'unreachable' })).toBe(false)
})
