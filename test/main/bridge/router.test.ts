import { expect, test } from 'vitest'
import { bridgeMethods, type BridgeMethod } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Handlers } from '../../../main/bridge/handlers.ts'
import { createRouter } from '../../../main/bridge/router.ts'

const refuse = (method: string) => () => {
  throw new Error(`${method} was not expected`)
}

function handlers(set: Partial<Handlers>): Handlers {
  const all = Object.fromEntries(
    Object.keys(bridgeMethods).map((method) => [method, refuse(method)]),
  ) as unknown as Handlers
  return { ...all, ...set }
}

function router(set: Partial<Handlers>) {
  const lines: string[] = []
  const call = createRouter(handlers(set), {
    log: { write: (level, message, fields) => lines.push(JSON.stringify({ level, message, fields })) },
    mask: (text) => text.replaceAll('s3cret-value', '***'),
  })
  return { call, lines }
}

// Catches a look-up that reaches the prototype: `constructor` must not be a method.
test.each(['constructor', '__proto__', 'toString', 'desk', 'desk.Info', ''])('%j is not a method', async (method) => {
  const answer = await router({}).call(method, {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'unknown_method' } })
})

// Catches input that reaches a handler unchecked, or an error that does not name the field.
test('wrong input names its field', async () => {
  const answer = await router({}).call('environments.select', { id: 'moon' })
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', fields: [{ path: 'id' }] } })
  const unknown = await router({}).call('environments.select', { id: 'production', extra: 1 })
  expect(unknown).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

// Catches a typed error that is flattened on its way out.
test('a DeskError keeps its shape', async () => {
  const { call } = router({
    'desk.info': () => {
      throw new DeskError('rate_limited', 'Payments waits.', { retryAfterMs: 900 })
    },
  })
  expect(await call('desk.info', {})).toEqual({
    ok: false,
    error: { code: 'rate_limited', message: 'Payments waits.', retryAfterMs: 900, retryable: true },
  })
})

// Catches a library's message that carries a secret to the page or to the log.
test('an unexpected fault says nothing of itself to the caller and is masked in the log', async () => {
  const { call, lines } = router({
    'desk.info': () => {
      throw new Error('header X-Service-API-Key: s3cret-value')
    },
  })
  const answer = await call('desk.info', {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(answer)).not.toContain('s3cret')
  expect(lines.join()).toContain('***')
  expect(lines.join()).not.toContain('s3cret-value')
})

// Catches a rename that breaks scripts written against the published methods.
test('the public methods of the control API are there', () => {
  const methods: BridgeMethod[] = [
    'desk.info',
    'catalog.list',
    'environments.list',
    'environments.configure',
    'environments.select',
    'credentials.status',
    'credentials.save',
    'credentials.remove',
    'platform.read',
    'ledger.submit',
    'ledger.get',
    'ledger.list',
    'ledger.retry',
    'ledger.cancel',
    'ledger.resolve',
    'rehearsal.faults',
    'rehearsal.setFault',
    'rehearsal.reset',
  ]
  for (const method of methods) expect(Object.hasOwn(bridgeMethods, method), method).toBe(true)
})
