import { expect, test } from 'vitest'
import { statusKind } from '../../../../renderer/kit/components/sending/status-kind.ts'

// A failed charge that looks like a paid one, for want of a letter's case.
test.each([
  ['LIVE', 'onair'],
  ['on-air', 'onair'],
  ['Paid', 'good'],
  ['Sent', 'sent'],
  ['issued', 'sent'],
  ['requires_payment_method', 'waiting'],
  ['IN PROGRESS', 'waiting'],
  ['past_due', 'attention'],
  ['partially-refunded', 'attention'],
  ['paused', 'paused'],
  ['canceled', 'ended'],
  ['cancelled', 'ended'],
  ['payment failed', 'unknown'],
  ['failed', 'failed'],
  ['incomplete_expired', 'failed'],
  ['not paid', 'unknown'],
  ['', 'unknown'],
  ['42', 'unknown'],
  ['constructor', 'unknown'],
  ['\u0436\u0438\u0432', 'unknown'],
])('%s is %s', (status, kind) => {
  expect(statusKind(status)).toBe(kind)
})
