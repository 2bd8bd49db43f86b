import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import type { RefundLine } from '../../../renderer/views/payments/model/lines.ts'
import { foundSince, pendingOn } from '../../../renderer/views/payments/model/pending.ts'

const now = Date.UTC(2026, 10, 22, 12)
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
const intent = (id: string, values: Partial<Intent> = {}): Intent => ({
  id,
  reference: `ref-${id}`,
  operation: 'POST /api/payment/refund/partialrefund',
  state: 'unknown',
  environment: 'rehearsal',
  product: 'Payments',
  risk: 'money',
  request: { body: { chargeId: 'chg_1', amount: 100, currency: 'EUR' } },
  attempts: 1,
  createdAt: iso(-1),
  sentAt: iso(-1),
  evidence: [],
  ...values,
})
const line = (id: string, minutes: number | undefined): RefundLine => ({
  id,
  status: 'succeeded',
  at: minutes === undefined ? undefined : now + minutes * 60_000,
  amount: { ok: true, money: { minor: 100, currency: 'EUR' } },
  shown: '100',
  counts: true,
  row: { id },
})

// A second refund while the first is unknown or not done yet pays twice.
test('what concerns the charge is found in the body, whatever the operation', () => {
  const found = pendingOn(
    [
      intent('partial'),
      intent('reverse', { operation: 'POST /api/payment/charge/reverse', request: { body: { id: 'chg_1' } } }),
      intent('accepted', { state: 'accepted' }),
      intent('sent', { state: 'sending' }),
      intent('other charge', { request: { body: { chargeId: 'chg_10' } } }),
      intent('elsewhere', { environment: 'production' }),
      intent('edit', { risk: 'edit' }),
      intent('refused', { state: 'rejected' }),
    ],
    'chg_1',
    'rehearsal',
    [],
    now,
  )
  expect(found.unknown.map(({ id }) => id)).toEqual(['partial', 'reverse', 'accepted'])
  expect(found.sending.map(({ id }) => id)).toEqual(['sent'])
})

// A list that lags behind shows more to be left than there is.
test('a refund confirmed a moment ago that the list lacks is settling, until it shows or the list had its time', () => {
  const confirmed = intent('fresh', { state: 'confirmed', settledAt: iso(-1) })
  const settling = (intents: Intent[], lines: RefundLine[]): string[] =>
    pendingOn(intents, 'chg_1', 'rehearsal', lines, now).settling.map(({ id }) => id)
  expect(settling([confirmed], [line('r0', -60)])).toEqual(['fresh'])
  expect(settling([confirmed], [line('r1', -1)])).toEqual([])
  expect(settling([confirmed], [line('r1', undefined)])).toEqual([])
  expect(
    settling(
      [confirmed, intent('second', { state: 'confirmed', createdAt: iso(-0.5), settledAt: iso(-0.4) })],
      [line('r1', -1)],
    ),
  ).toEqual(['second'])
  expect(settling([intent('old', { state: 'confirmed', settledAt: iso(-3) })], [])).toEqual([])
})

// A refund from last week is not the one whose answer was lost; one without a date may be.
test('since the sending, clocks allowed for', () => {
  expect(
    foundSince([line('old', -60), line('new', 0), line('skewed', -2.5), line('dateless', undefined)], intent('x')).map(
      ({ id }) => id,
    ),
  ).toEqual(['new', 'skewed', 'dateless'])
})
