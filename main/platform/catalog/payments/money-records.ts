// The record of each operation that moves money: the charge it names, else the transaction, the subscription, the
// invoice, whatever the route. Decided by hand for each operation; the first record that the request names counts.

export interface MoneyRecord {
  resource: string
  places: readonly string[]
}

const record = (resource: string, ...places: string[]): MoneyRecord => ({ resource, places })

const charge = record('payment/charge', 'body.chargeId')
const transaction = record('payment/transaction', 'body.transactionId')
const subscription = record('payment/subscription', 'body.subscriptionId')
const invoice = record('payment/invoice', 'body.invoiceId')

const theCharge = [record('payment/charge', 'body.chargeId', 'body.id')]
const theTransaction = [charge, record('payment/transaction', 'body.transactionId', 'body.id')]
const theSubscription = [charge, transaction, record('payment/subscription', 'body.subscriptionId', 'body.id')]
const theInvoice = [charge, transaction, subscription, record('payment/invoice', 'body.invoiceId', 'body.id')]
const paidFor = [charge, transaction, subscription, invoice]
const aRefund = [...paidFor, record('payment/refund', 'body.refundId', 'body.id')]
const aPlan = [record('payment/subscriptionplan', 'body.planId', 'body.id')]
const aLink = [record('payment/paymentlink', 'body.paymentLinkId', 'body.id')]
const nothing: readonly MoneyRecord[] = []

export const moneyRecords = {
  'POST /api/ads/bidding/create': nothing,

  'POST /api/incentive/loyalty/create': nothing,
  'PUT /api/incentive/loyalty/update': [record('incentive/loyalty', 'body.loyaltyId', 'body.couponId', 'body.id')],
  'POST /api/incentive/promotion/create': nothing,
  'PUT /api/incentive/promotion/update': [record('incentive/promotion', 'body.promotionId', 'body.id')],

  'POST /api/payment/charge/create': paidFor,
  'POST /api/payment/charge/refund': theCharge,
  'POST /api/payment/charge/reverse': theCharge,
  'POST /api/payment/charge/update': theCharge,
  'PUT /api/payment/charge/update': theCharge,

  'POST /api/payment/invoice/charge': theInvoice,
  'POST /api/payment/invoice/create': paidFor,
  'POST /api/payment/invoice/send': theInvoice,
  'POST /api/payment/invoice/update': theInvoice,

  'POST /api/payment/link/create': nothing,
  'POST /api/payment/link/update': aLink,
  'POST /api/payment/paymentLink/clone': aLink,

  'POST /api/payment/promotion/create': nothing,
  'PUT /api/payment/promotion/update': [record('payment/promotion', 'body.promotionId', 'body.id')],

  'POST /api/payment/refund/create': paidFor,
  'POST /api/payment/refund/fullrefund': paidFor,
  'POST /api/payment/refund/partialrefund': paidFor,
  'POST /api/payment/refund/processrefund': aRefund,
  'POST /api/payment/refund/update': aRefund,

  'POST /api/payment/subscription/cancel': theSubscription,
  'POST /api/payment/subscription/changePlan': theSubscription,
  'POST /api/payment/subscription/create': nothing,
  'POST /api/payment/subscription/endTrial': theSubscription,
  'POST /api/payment/subscription/pause': theSubscription,
  'POST /api/payment/subscription/reactivate': theSubscription,
  'POST /api/payment/subscription/resume': theSubscription,
  'POST /api/payment/subscription/startTrial': theSubscription,
  'POST /api/payment/subscription/update': theSubscription,
  'PUT /api/payment/subscription/update': theSubscription,
  'POST /api/payment/subscription/updatePaymentMethod': theSubscription,

  'POST /api/payment/subscriptionplan/create': nothing,
  'POST /api/payment/subscriptionplan/update': aPlan,
  'PUT /api/payment/subscriptionPlan/update': aPlan,

  'POST /api/payment/transaction/create': paidFor,
  'POST /api/payment/transaction/refund': theTransaction,
  'POST /api/payment/transaction/update': theTransaction,
  'POST /api/payment/transaction/void': theTransaction,
} satisfies Record<string, readonly MoneyRecord[]>

/** Undefined where the operation moves no money. */
export const moneyRecordsOf = (operation: string): readonly MoneyRecord[] | undefined =>
  Object.hasOwn(moneyRecords, operation) ? moneyRecords[operation as keyof typeof moneyRecords] : undefined
