import { expect, test } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { faultKinds } from '#contract/models.ts'
import { readFault, type FaultForm } from '../../../renderer/views/settings/model/fault-form.ts'
import { schemesOf } from '../../../renderer/views/settings/model/schemes.ts'

const form: FaultForm = {
  kind: 'latency',
  operation: '',
  times: '1',
  delayMs: '2000',
  status: '503',
  retryAfterSeconds: '15',
}

// A form that the bridge refuses would leave a person with a message about a schema.
test('what the form lets through the bridge takes', () => {
  for (const kind of faultKinds) {
    const read = readFault({ ...form, kind, operation: 'GET /api/events/general/all' })
    if (!read.ok) throw new Error(kind)
    expect(bridgeMethods['rehearsal.setFault'].input.safeParse({ fault: read.fault }).success).toBe(true)
  }
})

// A parameter of another kind must not travel along.
test('only the parameter of the kind goes', () => {
  expect(readFault({ ...form, kind: 'status', times: '' })).toEqual({
    ok: true,
    fault: { kind: 'status', status: 503 },
  })
  expect(readFault({ ...form, kind: 'rate_limit', retryAfterSeconds: '' })).toEqual({
    ok: true,
    fault: { kind: 'rate_limit', times: 1 },
  })
  expect(readFault({ ...form, kind: 'offline', times: 'x' })).toEqual({ ok: true, fault: { kind: 'offline' } })
})

test('numbers out of bounds are named with their bounds', () => {
  expect(readFault({ ...form, times: '0', delayMs: '' })).toEqual({
    ok: false,
    fields: { times: [1, 10_000], delayMs: [0, 600_000] },
  })
  expect(readFault({ ...form, kind: 'status', status: '99.5' })).toEqual({ ok: false, fields: { status: [100, 599] } })
})

// Accounts has three schemes; showing only the first would hide that an override changes all of them.
test('a product shows every scheme that it has', () => {
  const operation = {
    key: '',
    method: 'GET',
    path: '',
    resource: '',
    name: '',
    kind: 'read',
    risk: 'read',
    queueable: false,
    pathParams: [],
  } as const
  const list = (['none', 'session', 'session'] as const).map((auth) => ({
    ...operation,
    pathParams: [],
    product: 'Accounts' as const,
    auth,
  }))
  expect(schemesOf(list)).toEqual({ Accounts: ['session', 'none'] })
})
