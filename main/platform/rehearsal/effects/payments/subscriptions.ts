// Subscriptions change state by commands, each allowed from some states and kept in the history.
import type { JsonObject } from '#contract/json.ts'
import { given, stamp, text, type Call, type Effect, type Effects } from '../../call.ts'
import { change, find, insert, lookUp, related } from '../../records.ts'
import { impossible } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { listOf, integerOf } from '../../values.ts'

const resource = 'payment/subscription'
const plans = 'payment/subscriptionPlan'
const day = 86_400_000
const running = ['active', 'trialing', 'past_due']

export const subscriptions: Effects = {
  'POST /api/payment/subscription/create'(call) {
    const planId = text(call, 'planId')
    const plan = planId === undefined ? undefined : lookUp(call, plans, planId)
    const { amount = 0, currency = 'EUR', interval = 'month' }: JsonObject = plan ?? {}
    const history = [{ at: stamp(call), event: 'created', from: null, to: 'active' }]
    return {
      data: insert(call, resource, {
        amount,
        currency,
        interval,
        nextBillingAt: later(call, 30),
        ...call.body,
        history,
      }),
    }
  },

  'POST /api/payment/subscription/pause': command('paused', running, 'paused', (call) => ({
    pausedAt: stamp(call),
    nextBillingAt: null,
  })),
  'POST /api/payment/subscription/resume': command('resumed', ['paused'], 'active', (call) => ({
    pausedAt: null,
    nextBillingAt: later(call, 30),
  })),
  'POST /api/payment/subscription/cancel': command('cancelled', [...running, 'paused'], 'cancelled', (call) => ({
    cancelledAt: stamp(call),
    nextBillingAt: null,
  })),
  'POST /api/payment/subscription/reactivate': command('reactivated', ['cancelled', 'expired'], 'active', (call) => ({
    cancelledAt: null,
    nextBillingAt: later(call, 30),
  })),
  'POST /api/payment/subscription/endTrial': command('trial_ended', ['trialing'], 'active', (call) => ({
    trialEndsAt: stamp(call),
    nextBillingAt: stamp(call),
  })),
  'POST /api/payment/subscription/startTrial': command('trial_started', ['active', 'past_due'], 'trialing', (call) => {
    const days = integerOf(given(call, 'days', 'trialDays')) ?? 14
    if (days < 1 || days > 365) throw impossible('days', 'must be 1 to 365')
    return { trialEndsAt: later(call, days), nextBillingAt: later(call, days) }
  }),

  'POST /api/payment/subscription/changePlan'(call) {
    const subscription = find(call, resource)
    const plan = related(call, plans, 'planId', 'newPlanId')
    const { amount = 0, currency = 'EUR', interval = 'month' } = plan
    const patch = { ...call.body, planId: plan.id, amount, currency, interval }
    return { data: record(call, subscription, 'plan_changed', subscription.status, patch) }
  },

  'POST /api/payment/subscription/updatePaymentMethod': (call) => {
    const subscription = find(call, resource)
    return { data: record(call, subscription, 'payment_method_updated', subscription.status, call.body) }
  },
}

function command(event: string, from: readonly string[], to: string, patch: (call: Call) => JsonObject): Effect {
  return (call) => {
    const subscription = find(call, resource)
    if (!from.includes(subscription.status)) {
      throw impossible('subscriptionId', `this subscription is ${subscription.status}; that takes ${from.join(' or ')}`)
    }
    return { data: record(call, subscription, event, to, { ...call.body, ...patch(call) }) }
  }
}

function record(call: Call, subscription: Stored, event: string, status: string, patch: JsonObject): Stored {
  const line = { at: stamp(call), event, from: subscription.status, to: status }
  return change(call, resource, subscription, { ...patch, status, history: [...listOf(subscription.history), line] })
}

function later(call: Call, days: number): string {
  return new Date(call.now + days * day).toISOString()
}
