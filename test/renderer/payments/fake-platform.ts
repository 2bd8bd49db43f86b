// A platform behind the in-memory bridge: one charge and its refunds, in whatever shape the test wants them.
import { defined } from '#contract/defined.ts'
import type { BridgeInput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { Intent } from '#contract/models.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

type Submit = BridgeInput<'ledger.submit'>
type Read = BridgeInput<'platform.read'>

export interface FakePlatform {
  charge: Json
  refunds: JsonObject[]
  /** Answers in the place of the usual; undefined leaves it. Throw a DeskError to fail. */
  hook: (read: Read) => Json | undefined
  /** Answers to reads wait for it. */
  wait: Promise<void>
  /** What becomes of a submitted write. */
  outcome: (request: Submit) => Partial<Intent>
  reads: Read[]
  submitted: Submit[]
  intents: Intent[]
  /** How many of them a page of the ledger holds, whatever its limit. */
  intentsOfPage: number
  /** What the bridge answers to `ledger.submit`. */
  submit: (params: unknown) => Intent
}

const pageOf = 3

/** Lets the fake answer for the platform, the ledger and the field choices. */
export function answerPayments(bridge: MemoryBridge): FakePlatform {
  const platform: FakePlatform = {
    charge: {
      id: 'chg_1',
      status: 'succeeded',
      amount: 10_000,
      currency: 'EUR',
      refundedAmount: 0,
      customerId: 'cus_1',
    },
    refunds: [],
    hook: () => undefined,
    wait: Promise.resolve(),
    outcome: () => ({ state: 'confirmed', answer: { data: { id: 'ref_new', status: 'succeeded' } } }),
    reads: [],
    submitted: [],
    intents: [],
    intentsOfPage: Number.POSITIVE_INFINITY,
    submit: (params) => submit(platform, params as Submit),
  }
  bridge.answer('platform.read', async (params) => {
    const read = params as Read
    platform.reads.push(read)
    await platform.wait
    return {
      status: 200,
      data: platform.hook(read) ?? usual(platform, read),
      receivedAt: new Date().toISOString(),
      durationMs: 3,
    }
  })
  bridge.answer('ledger.submit', platform.submit)
  bridge.answer('ledger.list', (params) => {
    const { product, before } = params as BridgeInput<'ledger.list'>
    if (product !== 'Payments') return undefined
    const from = platform.intents.findIndex(({ id }) => id === before) + 1
    const items = platform.intents.slice(from, from + platform.intentsOfPage)
    const last = items.at(-1)
    return from + items.length < platform.intents.length && last !== undefined ? { items, next: last.id } : { items }
  })
  bridge.answer('ledger.resolve', (params) => {
    const { id, as } = params as BridgeInput<'ledger.resolve'>
    const intent = platform.intents.find((one) => one.id === id)
    if (intent === undefined) throw new DeskError('not_found_here', 'No such intent.')
    Object.assign(intent, { state: as })
    return intent
  })
  const choices: FieldChoice[] = []
  bridge.answer('fields.list', () => ({ choices }))
  bridge.answer('fields.choose', (params) => {
    const { environment, operation, ...rest } = params as BridgeInput<'fields.choose'>
    const choice: FieldChoice = {
      environment,
      operation,
      fields: rest.fields ?? {},
      ...(rest.amounts === undefined ? {} : { amounts: rest.amounts }),
      updatedAt: new Date().toISOString(),
    }
    choices.push(choice)
    return choice
  })
  return platform
}

function submit(platform: FakePlatform, request: Submit): Intent {
  const before = platform.intents[platform.submitted.findIndex(({ press }) => press === request.press)]
  if (before !== undefined) return before
  platform.submitted.push(request)
  const at = new Date().toISOString()
  const intent: Intent = {
    id: `intent-pay-${platform.submitted.length}`,
    reference: 'ref',
    operation: request.operation,
    state: 'confirmed',
    environment: 'rehearsal',
    product: 'Payments',
    risk: 'money',
    request: { body: request.body as Json },
    ...defined({ deed: request.deed as Intent['deed'] }),
    attempts: 1,
    createdAt: at,
    sentAt: at,
    evidence: [],
    ...platform.outcome(request),
  }
  if (intent.state === 'confirmed') intent.settledAt = at
  platform.intents.push(intent)
  return intent
}

function usual({ charge, refunds }: FakePlatform, { operation, body }: Read): Json {
  const { offset = 0 } = (body ?? {}) as { offset?: number }
  if (operation === 'POST /api/payment/charge/get') return { data: charge }
  if (operation === 'POST /api/payment/refund/searchbycharge')
    return { data: { items: refunds.slice(offset, offset + pageOf), total: refunds.length } }
  if (operation === 'POST /api/payment/customer/get')
    return { data: { id: 'cus_1', name: 'Ada <b>L</b>', email: 'ada@example.org', status: 'active' } }
  return { data: { items: [] } }
}

export const refund = (number: number, amount: Json, status = 'succeeded'): JsonObject => ({
  id: `ref_${number}`,
  status,
  amount,
  currency: 'EUR',
  chargeId: 'chg_1',
  createdAt: '2026-11-01T10:00:00.000Z',
})
