import fc from 'fast-check'
import { expect, it } from 'vitest'
import { items, number, stage, text, type Stage } from './support.ts'

async function total(platform: Stage, chargeId: string): Promise<number> {
  const refunds = items(
    await platform.ask('POST /api/payment/refund/searchbycharge', { body: { chargeId, limit: 200 } }),
  )
  return refunds.reduce((sum, refund) => sum + number(refund.amount), 0)
}

// A refund that one of the searches does not show: the desk would take it for absent and send it again.
it('shows a refund in every search', async () => {
  const platform = await stage()
  const { data: made } = await platform.ask('POST /api/payment/charge/refund', {
    body: { chargeId: 'chg_1', amount: 200, reason: 'Rain' },
  })
  expect(made).toMatchObject({
    chargeId: 'chg_1',
    customerId: 'cus_1',
    amount: 200,
    currency: 'EUR',
    status: 'succeeded',
    reason: 'Rain',
  })
  const searches: Array<[string, object]> = [
    ['all', {}],
    ['search', { chargeId: 'chg_1' }],
    ['searchbycharge', { chargeId: 'chg_1' }],
    ['searchbycustomer', { customerId: 'cus_1' }],
    ['searchbystatus', { status: 'succeeded' }],
    ['searchbydaterange', { from: '2026-11-21', to: '2026-11-21' }],
  ]
  for (const [verb, body] of searches) {
    expect(
      items(await platform.ask(`POST /api/payment/refund/${verb}`, { body })).map((one) => one.id),
      verb,
    ).toContain(made.id)
  }
  const { data: charge } = await platform.ask('POST /api/payment/charge/get', { body: { chargeId: 'chg_1' } })
  expect(charge).toMatchObject({ refundedAmount: 200, status: 'partially_refunded' })
})

// Amounts that a careless parser would take: a rehearsed slip must be refused as a real one is.
it.each([0, -5, 1.5, '12.00', 1_201, null, Number.MAX_SAFE_INTEGER])(
  'refuses a partial refund of %s',
  async (amount) => {
    const platform = await stage()
    const { status, error } = await platform.ask('POST /api/payment/refund/partialrefund', {
      body: { chargeId: 'chg_1', amount },
    })
    expect([status, error.code, error.fields]).toMatchObject([400, 'invalid_request', [{ path: 'amount' }]])
    expect(await total(platform, 'chg_1')).toBe(0)
  },
)

// Money that can go back although the charge never came or was reversed, or in another currency.
it('refuses refunds of failed, reversed and foreign charges', async () => {
  const platform = await stage()
  const refund = async (body: object) => (await platform.ask('POST /api/payment/charge/refund', { body })).status
  expect(await refund({ chargeId: 'chg_6' })).toBe(400)
  expect(await refund({ chargeId: 'chg_1', currency: 'USD' })).toBe(400)
  expect(await refund({ chargeId: 'chg_99' })).toBe(404)
  expect((await platform.ask('POST /api/payment/charge/reverse', { body: { chargeId: 'chg_1' } })).data.status).toBe(
    'reversed',
  )
  expect(await refund({ chargeId: 'chg_1' })).toBe(400)
})

// A pending refund that frees its amount twice, or one that opens a reversed charge again.
it('holds the amount of a pending refund until it is deleted', async () => {
  const platform = await stage()
  const { data: pending } = await platform.ask('POST /api/payment/refund/create', {
    body: { chargeId: 'chg_1', amount: 1_000 },
  })
  const full = await platform.ask('POST /api/payment/refund/partialrefund', {
    body: { chargeId: 'chg_1', amount: 201 },
  })
  expect(full.status).toBe(400)
  await platform.ask('POST /api/payment/charge/reverse', { body: { chargeId: 'chg_1' } })
  expect((await platform.ask('POST /api/payment/refund/delete', { body: { refundId: text(pending.id) } })).status).toBe(
    200,
  )
  expect((await platform.ask('POST /api/payment/refund/fullrefund', { body: { chargeId: 'chg_1' } })).status).toBe(400)
})

// Any road by which more goes back than came in.
it('never gives back more than a charge, whatever is asked in whatever order', async () => {
  const platform = await stage()
  const amount = fc.integer({ min: -10, max: 1_500 })
  const step = fc.oneof(
    fc.record({
      route: fc.constantFrom('charge/refund', 'refund/create', 'refund/partialrefund', 'refund/processrefund'),
      amount,
    }),
    fc.record({
      route: fc.constantFrom(
        'refund/fullrefund',
        'charge/refund',
        'transaction/refund',
        'transaction/void',
        'charge/reverse',
      ),
    }),
    fc.record({ route: fc.constantFrom('charge/update', 'refund/update', 'transaction/refund'), amount }),
    fc.record({ route: fc.constantFrom('refund/delete', 'refund/processrefund'), newest: fc.constant(true) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2_000 }), fc.array(step, { maxLength: 8 }), async (paid, steps) => {
      platform.reset()
      const { data: charge } = await platform.ask('POST /api/payment/charge/create', {
        body: { amount: paid, customerId: 'cus_1' },
      })
      const chargeId = text(charge.id)
      const transactions = items(await platform.ask('POST /api/payment/transaction/getAll', { body: { chargeId } }))
      const transactionId = text(transactions[0]?.id)
      for (const { route, ...body } of steps) {
        const newest = items(await platform.ask('POST /api/payment/refund/searchbycharge', { body: { chargeId } }))[0]
        const named =
          'newest' in body
            ? { refundId: newest?.id ?? 'none' }
            : route === 'refund/update'
              ? { refundId: newest?.id ?? 'none', ...body }
              : body
        const { status } = await platform.ask(`POST /api/payment/${route}`, {
          body: { chargeId, transactionId, ...named },
        })
        expect([200, 400, 404]).toContain(status)
        const { data: now } = await platform.ask('POST /api/payment/charge/get', { body: { chargeId } })
        expect(number(now.refundedAmount)).toBeLessThanOrEqual(number(now.amount))
        expect(await total(platform, chargeId)).toBeLessThanOrEqual(number(now.refundedAmount))
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)

// A seed whose charges and refunds contradict each other.
it('starts from a studio whose books add up', async () => {
  const platform = await stage()
  for (const charge of items(await platform.ask('POST /api/payment/charge/all'))) {
    expect(await total(platform, text(charge.id)), text(charge.id)).toBe(number(charge.refundedAmount))
  }
})
