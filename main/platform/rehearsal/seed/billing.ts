import type { Json } from '#contract/json.ts'
import type { Stored } from '../store.ts'
import { record, type Calendar, type SeedPart } from './record.ts'

/** Plans, subscriptions in every state, and invoices from draft to overdue. Amounts in minor units. */
export const billing: SeedPart = (calendar) => {
  const { at, date } = calendar
  return {
    'payment/subscriptionPlan': [
      record('plan_1', 'active', at(-210), {
        name: 'Supporter',
        amount: 900,
        currency: 'EUR',
        interval: 'month',
        shortId: 'support',
        features: ['No breaks', 'A name in the credits'],
      }),
      record('plan_2', 'active', at(-210), {
        name: 'Backstage',
        amount: 2_900,
        currency: 'EUR',
        interval: 'month',
        shortId: 'backstg',
        features: ['No breaks', 'Rehearsals', 'Monthly call'],
      }),
      record('plan_3', 'active', at(-190), {
        name: 'Studio',
        amount: 24_900,
        currency: 'EUR',
        interval: 'month',
        shortId: 'studio1',
        features: ['Four seats', 'Recordings'],
      }),
    ],
    'payment/subscription': [
      subscription(calendar, 1, 'active', -91, 'cus_1', 'plan_1', 900, at(29)),
      subscription(calendar, 2, 'trialing', -5, 'cus_2', 'plan_2', 2_900, at(9), { trialEndsAt: at(9) }),
      subscription(calendar, 3, 'paused', -120, 'cus_3', 'plan_1', 900, null, { pausedAt: at(-12) }),
      subscription(calendar, 4, 'cancelled', -150, 'cus_4', 'plan_1', 900, null, { cancelledAt: at(-40) }),
      subscription(calendar, 5, 'past_due', -80, 'cus_5', 'plan_2', 2_900, at(-2)),
      subscription(calendar, 6, 'active', -20, 'cus_6', 'plan_3', 24_900, at(10), { paymentLinkId: 'lnk_2' }),
    ],
    'payment/invoice': [
      invoice(1, 'paid', at(-20, '10:00'), 'cus_6', 24_900, date(-6), {
        subscriptionId: 'subs_6',
        chargeId: 'chg_4',
        sentCount: 1,
      }),
      invoice(2, 'paid', at(-1, '20:00'), 'cus_1', 900, date(13), {
        subscriptionId: 'subs_1',
        chargeId: 'chg_8',
        sentCount: 1,
      }),
      invoice(3, 'overdue', at(-30, '10:00'), 'cus_5', 2_900, date(-2), { subscriptionId: 'subs_5', sentCount: 2 }),
      invoice(4, 'sent', at(-7, '10:00'), 'cus_8', 7_500, date(7), { description: 'Workshop for three', sentCount: 1 }),
      invoice(5, 'draft', at(-1, '12:00'), 'cus_7', 3_000, date(14), {
        description: 'Recording of one evening',
        sentCount: 0,
      }),
    ],
  }
}

function subscription(
  { at }: Calendar,
  number: number,
  status: string,
  since: number,
  customerId: string,
  planId: string,
  amount: number,
  nextBillingAt: string | null,
  more: Record<string, Json> = {},
): Stored {
  const history = [{ at: at(since), event: 'created', from: null, to: status === 'trialing' ? 'trialing' : 'active' }]
  return record(`subs_${number}`, status, at(since), {
    customerId,
    planId,
    amount,
    currency: 'EUR',
    interval: 'month',
    nextBillingAt,
    history,
    ...more,
  })
}

function invoice(
  number: number,
  status: string,
  createdAt: string,
  customerId: string,
  amount: number,
  dueDate: string,
  more: Record<string, Json>,
): Stored {
  return record(`bill_${number}`, status, createdAt, {
    number: `NS-${1_000 + number}`,
    customerId,
    amount,
    currency: 'EUR',
    dueDate,
    ...more,
  })
}
