import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import type { Answer } from '../../../../main/platform/rehearsal/call.ts'
import { rehearsalDialects, toDialect, type RehearsalDialect } from '../../../support/rehearsal/dialects.ts'
import { fill, sensible } from './sensible.ts'
import { stage } from './support.ts'

const refund: JsonObject = {
  id: 'ref_1',
  status: 'succeeded',
  chargeId: 'chg_1',
  lines: [{ id: 'a', unitAmount: 5 }],
  tally: { optionOne: 2 },
}
const page: Answer = { page: true, data: { items: [refund], total: 1, limit: 50, offset: 0 } }

function said(dialect: RehearsalDialect, answer: Answer): Json {
  const operation = operations.get('POST /api/payment/refund/searchbycharge')
  if (operation === undefined) throw new Error('The catalog has no such operation')
  return toDialect(dialect, operation, answer, 'req_1')
}

const paging = { total: 1, limit: 50, offset: 0 }
const docs = {
  _id: 'ref_1',
  status: 'succeeded',
  chargeId: 'chg_1',
  lines: [{ _id: 'a', unitAmount: 5 }],
  tally: { optionOne: 2 },
}
const snake = {
  id: 'ref_1',
  status: 'succeeded',
  charge_id: 'chg_1',
  lines: [{ id: 'a', unit_amount: 5 }],
  tally: { optionOne: 2 },
}
const { id = '', ...attributes } = refund
const resource: JsonObject = { type: 'refunds', id, attributes }

// Catches a dialect that is not the one that its name says: every journey that passes in it would prove something else.
describe.each<{ dialect: RehearsalDialect; list: Json; one: Json }>([
  {
    dialect: 'items',
    list: { data: { items: [refund], ...paging }, requestId: 'req_1' },
    one: { data: refund, requestId: 'req_1' },
  },
  {
    dialect: 'envelope',
    list: { data: { id: 'refunds', status: 'ok', items: [refund], ...paging }, requestId: 'req_1' },
    one: { data: refund, requestId: 'req_1' },
  },
  {
    dialect: 'array',
    list: { data: [refund], meta: paging, requestId: 'req_1' },
    one: { data: refund, requestId: 'req_1' },
  },
  {
    dialect: 'named',
    list: { data: { refunds: [refund], ...paging }, requestId: 'req_1' },
    one: { data: refund, requestId: 'req_1' },
  },
  { dialect: 'bare', list: [refund], one: refund },
  {
    dialect: 'docs',
    list: { data: { docs: [docs], totalDocs: 1, limit: 50, offset: 0 }, requestId: 'req_1' },
    one: { data: docs, requestId: 'req_1' },
  },
  {
    dialect: 'snake',
    list: { data: { items: [snake], ...paging }, request_id: 'req_1' },
    one: { data: snake, request_id: 'req_1' },
  },
  {
    dialect: 'jsonapi',
    list: { data: [resource], meta: { ...paging, requestId: 'req_1' } },
    one: { data: resource, meta: { requestId: 'req_1' } },
  },
  {
    dialect: 'wrapped',
    list: { data: { items: [{ refund }], ...paging }, requestId: 'req_1' },
    one: { data: { refund }, requestId: 'req_1' },
  },
])('$dialect', ({ dialect, list, one }) => {
  it('shapes a list and a record', () => {
    expect(said(dialect, page)).toEqual(list)
    expect(said(dialect, { data: refund })).toEqual(one)
  })

  it('keeps a list that is a part of its record a part', () => {
    expect(JSON.stringify(said(dialect, { data: { id: 'x', status: 'ok', refunds: [refund] } }))).toContain(
      '"refunds":[',
    )
  })
})

// Catches an answer that loses a record on its way into a dialect, and a list that some effect answers without saying that it is one.
it('tells the same records of all operations in every dialect', async () => {
  const platform = await stage()
  const session = {
    authorization: 'Bearer rehearsal-session',
    'account-id': 'acc_rehearsal',
    'session-id': 'ses_rehearsal',
  }
  const lost: string[] = []
  for (const operation of operations.values()) {
    const fields = sensible(operation)
    const query = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value).replaceAll('"', '')]),
    )
    const asked = {
      ...(operation.auth === 'session' ? { key: null, headers: session } : {}),
      ...(['GET', 'DELETE'].includes(operation.method) ? { query } : { body: fields }),
    }
    let usual: string[] = []
    let lists = false
    for (const dialect of rehearsalDialects) {
      platform.reset()
      platform.setDialect(dialect)
      const told = await platform.ask(fill(operation), asked)
      const found = identifiers(told.whole)
      // What stands beside a list may be told nowhere.
      if (dialect === 'items') usual = identifiers(told.data.items ?? told.whole)
      if (told.status >= 400 || usual.some((one) => !found.includes(one)))
        lost.push(`${operation.key} ${dialect} ${told.status}`)
      if (dialect === 'items') lists = Array.isArray(told.data.items)
      if (dialect === 'bare' && Array.isArray(told.whole) !== lists)
        lost.push(`${operation.key} is a list in one dialect alone`)
    }
  }
  expect(lost).toEqual([])
}, 60_000)

/** Every record's identifier below the list or record, in order. */
function identifiers(value: Json): string[] {
  return [...JSON.stringify(value).matchAll(/"_?id":"([a-z]+_[a-z0-9]+)"/g)].map(([, one = '']) => one)
}

// Catches a refusal that a dialect reshapes: its code and fields are what the desk acts on.
it.each(rehearsalDialects)('refuses in %s as in any other', async (dialect) => {
  const platform = await stage()
  platform.setDialect(dialect)
  const told = await platform.ask('POST /api/payment/charge/get', { body: { chargeId: 'nobody' } })
  expect([told.status, told.error.code]).toEqual([404, 'not_found'])
})
