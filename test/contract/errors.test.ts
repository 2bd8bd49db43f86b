import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'

// Catches an error that loses its way out (fields, time left) between main and the page.
test('an error survives the way over the bridge', () => {
  const error = new DeskError('rate_limited', 'Payments waits.', {
    operation: 'GET /x',
    retryAfterMs: 1500,
    status: 429,
  })
  expect(DeskError.fromShape(error.toShape()).toShape()).toEqual({
    code: 'rate_limited',
    message: 'Payments waits.',
    operation: 'GET /x',
    retryAfterMs: 1500,
    status: 429,
    retryable: true,
  })
})
