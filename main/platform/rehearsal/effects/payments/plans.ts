import { given, text, type Call, type Effects } from '../../call.ts'
import { page } from '../../lists.ts'
import { change, find, insert } from '../../records.ts'
import { impossible, invalid } from '../../refusal.ts'
import { listOf, numberOf, textOf, integerOf } from '../../values.ts'
import { amountOf } from './money.ts'
import { shortIdFor } from './redirects.ts'

const resource = 'payment/subscriptionPlan'

export const plans: Effects = {
  'POST /api/payment/subscriptionplan/create'(call) {
    const plan = insert(call, resource, {
      interval: 'month',
      currency: 'EUR',
      features: [],
      ...call.body,
      amount: amountOf(call) ?? 0,
    })
    return { data: change(call, resource, plan, { shortId: textOf(plan.shortId) ?? shortIdFor(plan.id) }) }
  },

  'POST /api/payment/subscriptionPlan/calculatePrice'(call) {
    const plan = find(call, resource)
    const quantity = integerOf(given(call, 'quantity')) ?? 1
    if (quantity < 1 || quantity > 10_000) throw impossible('quantity', 'must be 1 to 10000')
    const subtotal = numberOf(plan.amount) * quantity
    const discount = Math.round((subtotal * percentOff(call)) / 100)
    const { id, status, currency = 'EUR' } = plan
    return { data: { id, status, quantity, subtotal, discount, total: subtotal - discount, currency } }
  },

  'GET /api/payment/subscriptionPlan/getFeatures'(call) {
    const plan = find(call, resource)
    const features = listOf(plan.features)
    return page(call, features, { id: plan.id, status: plan.status, features })
  },

  'PUT /api/payment/subscriptionPlan/updateFeatures'(call) {
    if (!Array.isArray(call.body.features)) throw invalid({ path: 'features', message: 'must be a list' })
    return { data: change(call, resource, find(call, resource), call.body) }
  },
}

/** The percentage of a discount code or coupon, 0 to 100. Throws 400 for an unknown code. */
function percentOff(call: Call): number {
  const code = text(call, 'promotionCode', 'couponCode', 'code')
  if (code === undefined) return 0
  const known = [...call.store.all('payment/promotion'), ...call.store.all('incentive/loyalty')]
  const discount = known.find((one) => one.code === code && one.status === 'active')
  if (discount === undefined) throw impossible('code', 'no active discount has this code')
  return Math.min(100, Math.max(0, numberOf(discount.percentOff)))
}
