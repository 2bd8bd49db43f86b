import type { Stored } from '../store.ts'
import { record, type SeedPart } from './record.ts'

/** What came in, what went back, and the links it came through. Amounts in minor units. */
export const payments: SeedPart = ({ at }) => {
  const charges = [
    charge(1, at(-60, '20:15'), { customerId: 'cus_1', amount: 1_200, description: 'Ticket, Night show 44' }),
    charge(
      2,
      at(-45, '20:20'),
      { customerId: 'cus_2', amount: 2_400, description: 'Two tickets, Night show 45', refundedAmount: 2_400 },
      'refunded',
    ),
    charge(3, at(-30, '19:55'), {
      customerId: 'cus_3',
      amount: 5_000,
      description: 'Donation',
      paymentLinkId: 'lnk_1',
    }),
    charge(
      4,
      at(-20, '11:00'),
      { customerId: 'cus_6', amount: 24_900, description: 'Studio plan, a month', refundedAmount: 4_900 },
      'partially_refunded',
    ),
    charge(5, at(-14, '20:01'), {
      customerId: 'cus_8',
      amount: 1_500,
      description: 'Donation',
      paymentLinkId: 'lnk_1',
    }),
    charge(6, at(-9, '20:02'), { customerId: 'cus_5', amount: 1_200, description: 'Ticket, Night show 47' }, 'failed'),
    charge(
      7,
      at(-4, '21:40'),
      { customerId: 'cus_7', amount: 10_000, description: 'Donation', paymentLinkId: 'lnk_1', refundedAmount: 2_500 },
      'partially_refunded',
    ),
    charge(8, at(-1, '20:30'), { customerId: 'cus_1', amount: 900, description: 'Supporter plan, a month' }),
  ]
  return {
    'payment/charge': charges,
    'payment/transaction': charges.map((one, place) =>
      record(`txn_${place + 1}`, one.status === 'failed' ? 'failed' : 'completed', one.createdAt, {
        type: 'charge',
        chargeId: one.id,
        customerId: one.customerId ?? null,
        amount: one.amount ?? 0,
        currency: 'EUR',
        refundedAmount: 0,
      }),
    ),
    'payment/refund': [
      refund(1, 'succeeded', at(-44, '09:30'), 'chg_2', 'cus_2', 2_400, 'Could not come'),
      refund(2, 'succeeded', at(-18, '14:10'), 'chg_4', 'cus_6', 4_900, 'One show fell out'),
      refund(3, 'pending', at(-3, '10:00'), 'chg_7', 'cus_7', 2_500, 'Typed a zero too many'),
    ],
    'payment/link': [
      record('lnk_1', 'active', at(-31), {
        title: 'Support the winter special',
        shortId: 'winter1',
        kind: 'donation',
        goalAmount: 50_000,
        currency: 'EUR',
        sharedCount: 12,
        url: 'https://pay.example.invalid/winter1',
      }),
      record('lnk_2', 'active', at(-70), {
        title: 'Ticket for one evening',
        shortId: 'ticket1',
        kind: 'ticket',
        amount: 1_200,
        currency: 'EUR',
        sharedCount: 40,
        url: 'https://pay.example.invalid/ticket1',
      }),
      record('lnk_3', 'inactive', at(-150), {
        title: 'Summer raffle',
        shortId: 'raffle1',
        kind: 'donation',
        goalAmount: 20_000,
        currency: 'EUR',
        sharedCount: 3,
        url: 'https://pay.example.invalid/raffle1',
      }),
    ],
    'payment/receipt': [
      record('rcp_1', 'sent', at(-60, '20:16'), {
        chargeId: 'chg_1',
        customerId: 'cus_1',
        amount: 1_200,
        currency: 'EUR',
        sentCount: 1,
      }),
      record('rcp_2', 'issued', at(-1, '20:31'), {
        chargeId: 'chg_8',
        customerId: 'cus_1',
        amount: 900,
        currency: 'EUR',
        sentCount: 0,
      }),
    ],
    'payment/promotion': [
      record('disc_1', 'active', at(-25), { name: 'Winter tenth', code: 'WINTER10', percentOff: 10 }),
    ],
  }
}

function charge(
  number: number,
  createdAt: string,
  fields: Record<string, string | number>,
  status = 'succeeded',
): Stored {
  return record(`chg_${number}`, status, createdAt, { currency: 'EUR', refundedAmount: 0, ...fields })
}

function refund(
  number: number,
  status: string,
  createdAt: string,
  chargeId: string,
  customerId: string,
  amount: number,
  reason: string,
): Stored {
  return record(`ref_${number}`, status, createdAt, { chargeId, customerId, amount, currency: 'EUR', reason })
}
