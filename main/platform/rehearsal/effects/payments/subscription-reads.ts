import { stamp, type Effects } from '../../call.ts'
import { page } from '../../lists.ts'
import { find } from '../../records.ts'
import { hash, listOf } from '../../values.ts'

const resource = 'payment/subscription'
const day = 86_400_000

export const subscriptionReads: Effects = {
  'GET /api/payment/subscription/getHistory'(call) {
    const { id, status, history } = find(call, resource)
    return page(call, listOf(history), { id, status })
  },

  'GET /api/payment/subscription/getInvoices'(call) {
    const { id, status } = find(call, resource)
    const invoices = call.store.all('payment/invoice').filter((invoice) => invoice.subscriptionId === id)
    return page(call, invoices, { id, status })
  },

  'GET /api/payment/subscription/getNextBilling'(call) {
    const { id, status, nextBillingAt = null, amount = 0, currency = 'EUR' } = find(call, resource)
    return { data: { id, status, nextBillingAt, amount: nextBillingAt === null ? 0 : amount, currency } }
  },

  'GET /api/payment/subscription/getStatus'(call) {
    const { id, status, updatedAt } = find(call, resource)
    return { data: { id, status, updatedAt, checkedAt: stamp(call) } }
  },

  'GET /api/payment/subscription/getUsage'(call) {
    const { id, status } = find(call, resource)
    const days = Math.floor(call.now / day)
    return {
      data: {
        id,
        status,
        showsWatched: (hash(id) + days) % 24,
        minutesWatched: ((hash(id) + days) % 24) * 47,
        limit: null,
      },
    }
  },
}
