import { expect, test } from 'vitest'
import { isLinkLoss } from '../../../renderer/components/desk-error.ts'

// After a dropped link "nothing was sent" would be a lie: the write may have left.
test('a lost link is told from a platform that is down', () => {
  expect(isLinkLoss({ code: 'unreachable', message: '', operation: 'ledger.submit', retryable: true })).toBe(true)
  expect(
    isLinkLoss({ code: 'unreachable', message: '', operation: 'PUT /api/video/event/update', retryable: true }),
  ).toBe(false)
  expect(isLinkLoss({ code: 'unreachable', message: '', retryable: true })).toBe(false)
})
