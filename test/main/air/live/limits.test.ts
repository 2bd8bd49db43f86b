import { describe, expect, test } from 'vitest'
import type { EnvironmentId, Gate, Intent, QueueLane } from '#contract/models.ts'
import type { ProductLimit } from '#contract/requests.ts'
import { createLimits } from '../../../../main/air/live/limits.ts'
import type { Departure, WireExchange } from '../../../../main/platform/client/index.ts'
import { manualClock, operation } from '../../platform/client/support.ts'

const charges = operation('GET /api/payment/charge/all', { product: 'Payments' })

function bench() {
  const clock = manualClock()
  const listeners: {
    request: Array<(departure: Departure) => void>
    exchange: Array<(exchange: WireExchange) => void>
    gates: Array<(gates: Gate[]) => void>
  } = { request: [], exchange: [], gates: [] }
  const state = { gates: [] as Gate[], lanes: [] as QueueLane[], environment: 'production' as EnvironmentId }
  const told: ProductLimit[][] = []
  const add = <T>(list: T[], one: T) => {
    list.push(one)
    return () => void list.splice(list.indexOf(one), 1)
  }
  const limits = createLimits({
    client: {
      onRequest: (one) => add(listeners.request, one),
      onExchange: (one) => add(listeners.exchange, one),
      onGates: (one) => add(listeners.gates, one),
      gates: () => state.gates,
    },
    queue: () => state.lanes,
    environment: () => state.environment,
    clock,
    onChange: (_, list) => told.push(list),
  })
  const send = (status = 200, headers: Record<string, string> = {}, by: 'desk' | 'person' = 'person') => {
    const request = { operation: charges.key }
    for (const one of listeners.request) one({ environment: 'production', product: 'Payments', request, by })
    const exchange: WireExchange = {
      environment: 'production',
      operation: charges,
      origin: 'https://platform.example.org',
      scheme: 'apiKey',
      generation: 1,
      request,
      by,
      at: clock.now(),
      durationMs: 4,
      attempt: 1,
      final: true,
      answer: { status, headers: Object.entries(headers), body: Buffer.from('{}') },
    }
    for (const one of listeners.exchange) one(exchange)
  }
  const payments = () => limits.list().find(({ product }) => product === 'Payments')
  return { clock, state, told, limits, send, payments, listeners }
}

const gate = (clock: { now: () => number }): Gate => ({
  environment: 'production',
  product: 'Payments',
  credential: 'apiKey',
  until: new Date(clock.now() + 30_000).toISOString(),
  retryAfterMs: 30_000,
  source: 'retry-after',
})

describe('limits as observed', () => {
  // Catches a limit told of another window than the last sixty seconds, and refusals counted among what passed.
  test('counts what left, what passed, and after how many the platform asked to wait', () => {
    const { clock, send, payments } = bench()
    for (let at = 0; at < 5; at += 1) send()
    clock.advance(50_000)
    for (let at = 0; at < 3; at += 1) send(200, {}, 'desk')
    expect(payments()).toMatchObject({ used: 8, usedByItself: 3, mostPassed: 8, refusals: 0 })
    send(429, { 'Retry-After': '30' })
    expect(payments()).toMatchObject({ used: 9, mostPassed: 8, refusals: 1, refused: { after: 8, askedMs: 30_000 } })
    clock.advance(61_000)
    send()
    expect(payments()).toMatchObject({ used: 1, usedByItself: 0, mostPassed: 8 })
  })

  // Catches a 429 without Retry-After that is shown as if the platform had named a time.
  test('a refusal without a time has none', () => {
    const { send, payments } = bench()
    send(429)
    expect(payments()?.refused).not.toHaveProperty('askedMs')
  })

  // Catches writes behind the first of their record that are not counted, and those that the person holds or that are elsewhere.
  test('counts what waits behind a closed gate', () => {
    const { clock, state, payments } = bench()
    const item = (more: Partial<Intent>) =>
      ({ state: 'queued', product: 'Payments', environment: 'production', ...more }) as Intent
    const lane = (environment: EnvironmentId, ...items: Intent[]): QueueLane => ({
      environment,
      resource: 'payment/charge',
      record: [],
      items,
    })
    state.lanes = [
      lane(
        'production',
        item({ waiting: { reason: 'gate' } }),
        item({ waiting: { reason: 'order' } }),
        item({ held: true }),
        item({ state: 'sending' }),
      ),
      lane('development', item({})),
    ]
    expect(payments()?.waiting).toBe(0)
    state.gates = [gate(clock)]
    expect(payments()).toMatchObject({ waiting: 2, gate: { source: 'retry-after' } })
  })

  // Catches a page that is told with every request, and one whose numbers stand still while they should fall.
  test('tells once a second while something happens, and on while a number still falls', () => {
    const { clock, send, told, limits, listeners } = bench()
    for (let at = 0; at < 50; at += 1) send()
    clock.advance(999)
    expect(told).toHaveLength(0)
    clock.advance(1)
    expect(told).toHaveLength(1)
    clock.advance(65_000)
    expect(told.at(-1)?.find(({ product }) => product === 'Payments')?.used).toBe(0)
    const so = told.length
    clock.advance(60_000)
    expect(told).toHaveLength(so)
    limits.stop()
    expect([listeners.request, listeners.exchange, listeners.gates]).toEqual([[], [], []])
  })
})
