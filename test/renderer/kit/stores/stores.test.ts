import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { connectBridge } from '../../../../renderer/kit/bridge/index.ts'
import { initStores } from '../../../../renderer/stores.ts'
import { useCatalog } from '../../../../renderer/kit/stores/catalog.ts'
import { useDesk } from '../../../../renderer/kit/stores/desk.ts'
import { useEnvironments } from '../../../../renderer/kit/stores/environments.ts'
import { useLedger } from '../../../../renderer/kit/stores/ledger.ts'
import { useLimits } from '../../../../renderer/kit/stores/limits.ts'
import { createMemoryBridge, type MemoryBridge } from '../../support/memory-bridge.ts'
import { sampleIntent } from '../../support/sample-backend.ts'
import { specified } from '../../../contract/specification.ts'

let bridge: MemoryBridge
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(async () => {
  setActivePinia(createPinia())
  bridge = createMemoryBridge()
  connectBridge(bridge.transport)
  initStores()
  await settle()
})

// A count that waits for a reload is a wrong count on air.
test('events keep counts and intents current', () => {
  const ledger = useLedger()
  const heard: string[] = []
  const stop = ledger.onChange(({ id }) => heard.push(id))
  const intent = { ...sampleIntent(0), id: 'fresh', state: 'unknown' as const }
  bridge.push('ledger.changed', { intent, counts: { queued: 1, sending: 0, accepted: 0, unknown: 9 } })
  stop()
  bridge.push('ledger.changed', {
    intent: { ...intent, state: 'confirmed' },
    counts: { queued: 0, sending: 0, accepted: 0, unknown: 8 },
  })
  expect(ledger.counts).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 8 })
  expect(ledger.recent[0]).toMatchObject({ id: 'fresh', state: 'confirmed' })
  expect(ledger.recent.filter(({ id }) => id === 'fresh')).toHaveLength(1)
  expect(ledger.byId.get('fresh')?.state).toBe('confirmed')
  expect(heard).toEqual(['fresh'])
})

// A write that settled while the link was down must not stay "sending" on screen.
test('a reconnect reads again what was open and not what nobody asked for', async () => {
  const ledger = useLedger()
  ledger.byId.set('intent-29', { ...sampleIntent(29), state: 'sending' })
  bridge.answer('ledger.list', () => ({ items: [] }))
  bridge.requests.length = 0
  bridge.setLink('lost')
  bridge.setLink('open')
  await settle()
  await settle()
  expect(ledger.byId.get('intent-29')?.state).toBe(sampleIntent(29).state)
  expect(bridge.requests.map(({ method }) => method)).not.toContain('catalog.list')
})

// Every operation is read when the palette first opens, and once.
test('the catalog is read once', async () => {
  const catalog = useCatalog()
  await Promise.all([catalog.ensure(), catalog.ensure()])
  await catalog.ensure()
  expect(bridge.requests.filter(({ method }) => method === 'catalog.list')).toHaveLength(1)
  expect(catalog.operations).toHaveLength(specified.length)
})

// A gate of another environment says nothing about this one.
test('gates are those of the chosen environment and count down on this clock', () => {
  const gate = {
    product: 'Payments',
    credential: 'apiKey',
    until: '2000-01-01T00:00:00.000Z',
    retryAfterMs: 14_000,
    source: 'retry-after',
  } as const
  bridge.push('limits.changed', {
    gates: [
      { ...gate, environment: 'rehearsal' },
      { ...gate, product: 'Ads', environment: 'production' },
    ],
  })
  const limits = useLimits()
  expect(limits.closed.map(({ product }) => product)).toEqual(['Payments'])
  expect(limits.gateOf('Payments', 'apiKey')?.leftMs).toBeGreaterThan(12_000)
  expect(limits.gateOf('Payments', 'session')).toBeUndefined()
})

// A refused address must reach the form as an error, not vanish in the store.
test('a refusal is thrown to the caller', async () => {
  await expect(useEnvironments().configure('production', 'http://platform.test')).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a notice comes once and goes when it is dismissed', async () => {
  const desk = useDesk()
  const notice = {
    id: 'restored',
    level: 'warning',
    message: 'A backup was restored.',
    at: '2026-11-21T19:14:05.000Z',
  } as const
  bridge.push('desk.notice', notice)
  bridge.push('desk.notice', notice)
  expect(desk.notices.map(({ id }) => id)).toEqual(['memory-keychain', 'restored'])
  await desk.dismiss('restored')
  expect(desk.notices.map(({ id }) => id)).toEqual(['memory-keychain'])
})
