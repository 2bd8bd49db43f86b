import { describe, expect, it } from 'vitest'
import { ask, items, stage } from './support.ts'

describe('routing', () => {
  // Paths matched loosely: the specification tells subscriptionplan and subscriptionPlan apart.
  it('tells unknown paths, wrong methods and letter case apart', async () => {
    const platform = await stage()
    const codes = async (route: string) => {
      const { status, error } = await platform.ask(route)
      return [status, error.code]
    }
    expect(await codes('GET /api/video/nothing/all')).toEqual([404, 'not_found'])
    expect(await codes('GET /')).toEqual([404, 'not_found'])
    expect(await codes('GET /API/video/channel/all')).toEqual([404, 'not_found'])
    expect(await codes('DELETE /api/video/channel/all')).toEqual([405, 'method_not_allowed'])
    expect(await codes('GET /api/payment/subscriptionplan/get')).toEqual([405, 'method_not_allowed'])
    expect((await platform.ask('GET /api/payment/subscriptionPlan/getall')).status).toBe(200)
  })

  // A path parameter that is used as it came: an encoded identifier would never be found.
  it('decodes path parameters as one segment', async () => {
    const platform = await stage()
    await platform.ask('POST /api/ads/attribution/create', { body: { id: 'a/b c%', name: 'Odd' } })
    expect((await platform.ask('GET /api/ads/attribution/get/a%2Fb%20c%25')).data.name).toBe('Odd')
    expect((await platform.ask('GET /api/ads/attribution/get/a/b')).status).toBe(404)
    expect((await platform.ask('GET /api/ads/attribution/get/%E0%A4%A')).status).toBe(400)
  })

  // Redirects that were answered as bodies, or that point at a host that exists.
  it('answers short links with a redirect', async () => {
    const platform = await stage()
    const link = await platform.ask('GET /api/pay/winter1')
    expect([link.status, link.headers.get('location')]).toEqual([302, 'https://pay.example.invalid/checkout/lnk_1'])
    const plan = await platform.ask('GET /api/pay/s/support')
    expect([plan.status, plan.headers.get('location')]).toEqual([302, 'https://pay.example.invalid/subscribe/plan_1'])
    expect((await platform.ask('GET /api/pay/unknown')).status).toBe(404)
  })
})

describe('bodies', () => {
  const send = async (baseUrl: string, body: string, type?: string) => {
    const headers: Record<string, string> = {
      'x-service-api-key': 'rehearsal-key',
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const response = await fetch(`${baseUrl}/api/video/channel/create`, { method: 'POST', headers, body })
    return [response.status, (await response.json()) as unknown]
  }

  // Anything that looks like a body is taken: a desk that sends forms or lists would pass its rehearsal.
  it.each([
    ['{"name":"x"}', 'text/plain'],
    ['{"name":"x"}', undefined],
    ['name=x', 'application/x-www-form-urlencoded'],
    ['{"name":', 'application/json'],
    ['[1]', 'application/json'],
    ['"text"', 'application/json'],
    ['null', 'application/json'],
  ])('refuses %s as %s', async (body, type) => {
    const platform = await stage()
    expect(await send(platform.baseUrl, body, type)).toMatchObject([400, { error: { code: 'invalid_request' } }])
  })

  // A limit that counts characters, or that cuts the connection instead of answering.
  it('takes 1 MiB and refuses a byte more with 413', async () => {
    const platform = await stage()
    const frame = '{"name":""}'.length
    const sized = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - frame) })
    expect(await send(platform.baseUrl, sized(1_048_576), 'application/json; charset=utf-8')).toMatchObject([200, {}])
    expect(await send(platform.baseUrl, sized(1_048_577), 'application/json')).toMatchObject([
      413,
      { error: { code: 'too_large' } },
    ])
    expect((await platform.ask('GET /api/video/channel/all')).data.total).toBe(3)
  })

  // A schema that is not applied, or whose refusal does not say which field is wrong.
  it.each([
    ['PUT /api/account/general/reset', { email: 7 }, 'email'],
    ['PUT /api/video/event/update', { options: { server: 1 } }, 'options.server'],
    ['PUT /api/video/event/update', { details: { streamHours: '2' } }, 'details.streamHours'],
    [
      'PUT /api/video/event/update',
      { details: { additionalCameras: [{ camera: 'A' }, { camera: 2 }] } },
      'details.additionalCameras.1.camera',
    ],
    ['PUT /api/video/event/update', { details: { started: 'yes' }, options: { tags: [] } }, 'details.started'],
    ['PUT /api/video/event/update', { detail: {} }, 'detail'],
    ['PUT /api/events/general/update', { resourceId: 'evt_1', metadata: 'desk' }, 'metadata'],
    ['POST /api/marketing/template/create', { variables: [{ name: 1 }] }, 'variables.0.name'],
    ['POST /api/payment/refund/searchbycustomer', { customerId: 'cus_1', limit: 1.5 }, 'limit'],
  ])('refuses %s %j naming %s', async (route, body, path) => {
    const platform = await stage()
    const session = { authorization: 'Bearer rehearsal-session' }
    const { status, error } = await platform.ask(route, { body, headers: session })
    expect([status, error.code]).toEqual([400, 'invalid_request'])
    expect(error.fields).toContainEqual({ path, message: expect.any(String) as string })
    expect(error.message).toContain(path)
  })

  // A credential that an answer gives back: it would end in logs and lists.
  it('never gives a credential back', async () => {
    const platform = await stage()
    const body = { name: 'x', apiKey: 'sesame-1', nested: [{ streamKey: 'sesame-2', password: 'sesame-3', kept: 1 }] }
    const made = await platform.ask('POST /api/marketing/integration/create', { body })
    expect(JSON.stringify(made.content)).not.toContain('sesame')
    expect(made.data.nested).toEqual([{ kept: 1 }])
  })

  // An object's machinery reached through a field's name.
  it('treats __proto__ as a field like any other', async () => {
    const platform = await stage()
    await fetch(`${platform.baseUrl}/api/vote/embed/create`, {
      method: 'POST',
      headers: { 'x-service-api-key': 'rehearsal-key', 'content-type': 'application/json' },
      body: '{"id":"odd","__proto__":{"polluted":true}}',
    })
    await platform.ask('POST /api/vote/cast/create', { body: { embedId: 'odd', optionId: '__proto__' } })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await platform.ask('POST /api/vote/embed/get', { body: { id: 'odd' } })).data.totalVotes).toBe(1)
  })

  // A reference that is lost on the way: nothing could be reconciled by it.
  it('keeps the client reference on what a request makes or changes', async () => {
    const platform = await stage()
    const reference = { 'x-client-reference': 'ref-from-the-desk' }
    const made = await platform.ask('POST /api/video/channel/create', {
      body: { name: 'x', clientReference: 'forged' },
      headers: reference,
    })
    expect(made.data.clientReference).toBe('ref-from-the-desk')
    await platform.ask('POST /api/payment/charge/refund', {
      body: { chargeId: 'chg_1', amount: 1 },
      headers: reference,
    })
    const found = await platform.ask('POST /api/payment/refund/searchbycharge', { body: { chargeId: 'chg_1' } })
    expect(items(found).map((one) => one.clientReference)).toEqual(['ref-from-the-desk'])
  })
})

describe('lists', () => {
  // Pages that overlap, skip or lose the total.
  it('gives pages that add up to the whole, newest first', async () => {
    const platform = await stage()
    for (let count = 0; count < 57; count += 1)
      await platform.ask('POST /api/video/channel/create', { body: { name: `Channel ${count}` } })
    const page = async (query: Record<string, string>) => platform.ask('GET /api/video/channel/all', { query })
    const whole = await page({ limit: '500' })
    expect([whole.data.total, items(whole).length, whole.data.limit]).toEqual([59, 59, 200])
    expect(items(whole)[0]?.name).toBe('Channel 56')
    expect(items(await page({})).length).toBe(50)
    const parts = await Promise.all(
      ['0', '20', '40', '60'].map(async (offset) => items(await page({ limit: '20', offset }))),
    )
    expect(parts.flat()).toEqual(items(whole))
  })

  // A limit that is ignored when it makes no sense.
  it.each(['-1', '1.5', 'many'])('refuses the limit %s', async (limit) => {
    const platform = await stage()
    const { status, error } = await ask(platform.baseUrl, 'GET /api/video/channel/all', { query: { limit } })
    expect([status, error.fields]).toMatchObject([400, [{ path: 'limit' }]])
  })

  // Searches that give everything, or compare a number in a query with a number in a record as different.
  it.each([
    ['GET /api/payment/invoice/searchByCustomer', { customerId: 'cus_5' }, ['bill_3']],
    ['GET /api/payment/invoice/searchByStatus', { status: 'paid' }, ['bill_2', 'bill_1']],
    [
      'GET /api/payment/invoice/searchByDateRange',
      { from: '2026-11-14', to: '2026-11-20' },
      ['bill_2', 'bill_5', 'bill_4'],
    ],
    ['GET /api/payment/invoice/search', { query: 'workshop' }, ['bill_4']],
    ['GET /api/payment/invoice/search', { amount: '900' }, ['bill_2']],
    ['GET /api/payment/invoice/search', { nothing: 'like this' }, []],
    ['GET /api/payment/subscription/searchByPlan', { planId: 'plan_2' }, ['subs_2', 'subs_5']],
    ['POST /api/payment/customer/search', { name: 'ada' }, ['cus_1']],
    ['POST /api/payment/refund/searchbystatus', { status: 'pending' }, ['ref_3']],
    ['POST /api/payment/refund/searchbycustomer', { customerId: 'cus_2', limit: 1, offset: 0 }, ['ref_1']],
    [
      'POST /api/payment/refund/searchbydaterange',
      { startDate: '2026-11-18T10:00:00.000Z', endDate: '2026-11-18' },
      ['ref_3'],
    ],
    ['GET /api/pages/leads/all', { pageId: 'page_2' }, ['lead_3', 'lead_2']],
    ['GET /api/pages/leads/all', { accountId: 'acc_rehearsal' }, ['lead_3', 'lead_2', 'lead_1']],
  ])('%s with %j', async (route, fields, ids) => {
    const platform = await stage()
    const told = await platform.ask(
      route,
      route.startsWith('GET') ? { query: fields as Record<string, string> } : { body: fields },
    )
    expect(items(told).map((one) => one.id)).toEqual(ids)
    expect(told.data.total).toBe(ids.length)
  })

  // A record named by its name and not found, though the operation says so.
  it('finds by name where no identifier is given', async () => {
    const platform = await stage()
    expect((await platform.ask('GET /api/events/general/get', { query: { name: 'Winter special' } })).data.id).toBe(
      'evt_1',
    )
    expect((await platform.ask('GET /api/events/general/get', { query: { name: 'No such' } })).status).toBe(404)
    expect((await platform.ask('GET /api/events/general/get')).status).toBe(400)
  })
})

// A reset that keeps something, or a seed that differs from one start to the next.
it('brings the seed back exactly', async () => {
  const platform = await stage()
  const lists = [
    'GET /api/video/details/all',
    'GET /api/video/stream/all',
    'POST /api/payment/charge/all',
    'POST /api/payment/refund/all',
    'POST /api/vote/embed/all',
  ]
  const look = async () => Promise.all(lists.map(async (route) => (await platform.ask(route)).data))
  const before = await look()
  const first = await platform.ask('POST /api/video/channel/create', { body: {} })
  await platform.ask('PUT /api/video/event/update', { body: { details: { streamId: 'str_1', started: true } } })
  await platform.ask('POST /api/payment/refund/fullrefund', { body: { chargeId: 'chg_1' } })
  await platform.ask('POST /api/vote/cast/create', { body: { embedId: 'emb_2', option: 'A cook' } })
  await platform.ask('POST /api/payment/charge/delete', { body: { id: 'chg_2' } })
  expect(await look()).not.toEqual(before)
  platform.setFault({ kind: 'latency', delayMs: 1 }, true)
  platform.clock.move(3 * 86_400_000)
  expect(platform.reset()).toEqual({ running: true, faults: [] })
  expect(await look()).toEqual(before)
  expect((await platform.ask('POST /api/video/channel/create', { body: {} })).data.id).toBe(first.data.id)
})
