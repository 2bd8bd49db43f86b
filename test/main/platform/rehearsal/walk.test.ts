import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import { prefixOf, resourceOf, verbOf } from '../../../../main/platform/rehearsal/resources.ts'
import { fill, input, sensible } from './sensible.ts'
import { items, stage, text, type Stage } from './support.ts'
import { specified } from '../../../contract/specification.ts'

async function send(platform: Stage, operation: Operation, fields: JsonObject) {
  const session = {
    authorization: 'Bearer rehearsal-session',
    'account-id': 'acc_rehearsal',
    'session-id': 'ses_rehearsal',
  }
  const credential = operation.auth === 'session' ? { key: null, headers: session } : {}
  const byQuery = operation.method === 'GET' || operation.method === 'DELETE'
  const query = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value).replaceAll('"', '')]),
  )
  return await platform.ask(fill(operation), { ...credential, ...(byQuery ? { query } : { body: fields }) })
}

describe('every operation', () => {
  // An operation that nobody thought of: it would answer 404, 405 or 500 in a rehearsal.
  it('answers sensible input with the success envelope', async () => {
    const platform = await stage()
    expect(operations.size).toBe(specified.length)
    const failures: string[] = []
    for (const operation of operations.values()) {
      platform.reset()
      const { status, headers, content, data } = await send(platform, operation, sensible(operation))
      const isPay = operation.path.startsWith('/api/pay/')
      const whole = Array.isArray(data.items) || (typeof data.id === 'string' && typeof data.status === 'string')
      const traced = typeof content.requestId === 'string' && headers.get('x-request-id') === content.requestId
      const dated = headers.get('date') === 'Sat, 21 Nov 2026 20:30:00 GMT'
      if (status !== (isPay ? 302 : 200) || !whole || !traced || !dated)
        failures.push(`${operation.key} ${status} ${JSON.stringify(content)}`)
    }
    expect(failures).toEqual([])
  })

  // A read with a side effect: looking at the studio would change it.
  it('leaves every list as it was after every read', async () => {
    const platform = await stage()
    const lists = [...operations.values()].filter((one) => ['all', 'getall'].includes(verbOf(one)))
    const look = async () => Promise.all(lists.map(async (one) => (await send(platform, one, {})).data))
    const before = await look()
    for (const operation of operations.values()) {
      if (operation.kind === 'read') await send(platform, operation, sensible(operation))
    }
    expect(await look()).toEqual(before)
  })

  // A handler that trips over what nobody would send: it would answer 500 or hang instead of saying what is wrong.
  it('answers an empty and an odd request with a success or a 4xx', async () => {
    const platform = await stage()
    const odd: JsonObject = {
      id: 'no-such-record',
      amount: -1,
      limit: 'many',
      options: 7,
      details: [],
      status: {},
      __proto__: null,
    }
    for (const operation of operations.values()) {
      for (const fields of [{}, odd]) {
        const { status, error } = await send(platform, operation, fields)
        expect(status, operation.key).toBeLessThan(500)
        if (status >= 400) expect(text(error.code), operation.key).toMatch(/^(invalid_request|not_found)$/)
      }
    }
  }, 60_000)
})

describe('records', () => {
  const creates = [...operations.values()].filter(
    (one) => verbOf(one) === 'create' && !['video/event', 'vote/cast', 'payment/refund'].includes(one.resource),
  )
  const sibling = (create: Operation, verb: string) =>
    [...operations.values()].find(
      (one) => resourceOf(one) === resourceOf(create) && verbOf(one) === verb && one.body === undefined,
    )

  // A record that is stored under one spelling of its resource and looked for under another.
  it.each(creates.map((create) => [create.key, create] as const))(
    '%s makes one that is found, changed and deleted',
    async (key, create) => {
      const platform = await stage()
      const made = await send(platform, create, input[key] ?? { name: 'First' })
      expect(made.status).toBe(200)
      const id = text(made.data.id)
      expect(id).toMatch(new RegExp(`^${prefixOf(resourceOf(create))}_\\d+$`))
      expect(made.data).toMatchObject({ createdAt: '2026-11-21T20:30:00.000Z', updatedAt: '2026-11-21T20:30:00.000Z' })

      const named = (operation: Operation): JsonObject => (operation.pathParams.length > 0 ? {} : { id })
      const route = (operation: Operation): Operation => ({ ...operation, path: operation.path.replace(/\{\w+\}/, id) })
      const [all, getAll, get, update, remove] = ['all', 'getall', 'get', 'update', 'delete'].map((verb) =>
        sibling(create, verb),
      )
      for (const list of [all, getAll]) {
        if (list !== undefined) expect(items(await send(platform, list, {})).map((one) => one.id)).toContain(id)
      }
      if (get !== undefined && create.resource !== 'marketing/leadScore')
        expect((await send(platform, route(get), named(get))).data.id).toBe(id)
      if (update !== undefined) {
        platform.clock.move(1_000)
        const changed = await send(platform, route(update), { ...named(update), note: 'Changed' })
        expect(changed.data).toMatchObject({
          ...input[key],
          id,
          note: 'Changed',
          updatedAt: '2026-11-21T20:30:01.000Z',
        })
        expect((await send(platform, route(update), { id: 'no-such-record', note: 'x' })).status).toBe(
          update.pathParams.length > 0 ? 200 : 404,
        )
      }
      if (remove !== undefined) {
        expect((await send(platform, route(remove), named(remove))).status).toBe(200)
        expect((await send(platform, route(remove), named(remove))).status).toBe(404)
        if (get !== undefined) expect((await send(platform, route(get), named(get))).status).toBe(404)
        if (all !== undefined) expect(items(await send(platform, all, {})).map((one) => one.id)).not.toContain(id)
      }
    },
  )
})
