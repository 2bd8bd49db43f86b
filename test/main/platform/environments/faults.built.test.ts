import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endDesk, startDesk } from '../../../support/desk.ts'
import { reply, startStub, type StubAnswer } from '../../../support/stub-platform.ts'

const createCategory = 'POST /api/video/category/create'
const eventUpdate = 'PUT /api/video/event/update'

async function deskOn(baseUrl: string) {
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', baseUrl] })
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  await connection.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'key-for-fault-tests',
  })
  return { desk, connection }
}

async function stubWith(answer: StubAnswer) {
  const stub = await startStub(answer)
  onTestFinished(() => stub.close())
  return stub
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

// Catches a queue that loses what was drafted offline, or a live command that waits for its moment to pass.
test('offline: what may wait is queued and leaves by itself, a live command is refused', async () => {
  const port = await freePort()
  const { connection } = await deskOn(`http://127.0.0.1:${port}`)
  const queued = await connection.call('ledger.submit', { operation: createCategory, body: { name: 'Late night' } })
  expect(queued).toMatchObject({ state: 'queued', waiting: { reason: 'offline' } })
  const live = await connection.call('ledger.submit', { operation: eventUpdate, body: { details: { started: true } } })
  expect(live).toMatchObject({ state: 'rejected', error: { code: 'unreachable' } })

  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      // Beside it the desk asks whether the platform answers.
      if (request.method !== 'GET') bodies.push(`${request.method} ${request.url} ${body}`)
      reply(response, 200, { data: { id: 'cat_1', status: 'created' }, requestId: 'req_1' })
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await connection.next('ledger.changed', ({ intent }) => intent.id === queued.id && intent.state === 'confirmed')
  expect(bodies).toEqual(['POST /api/video/category/create {"name":"Late night"}'])
})

// Catches the double post after a lost answer: the write was committed, so it must be found and not repeated.
test('a drop after the commit is found by reading, and not sent twice', async () => {
  const records: Array<{ id: string; name: string }> = []
  const stub = await stubWith((request, response) => {
    if (request.method === 'GET')
      return reply(response, 200, { data: { items: records, total: records.length }, requestId: 'r' })
    records.push({ id: `cat_${records.length + 1}`, ...(JSON.parse(request.body) as { name: string }) })
    response.destroy()
  })
  const { connection } = await deskOn(stub.baseUrl)
  const intent = await connection.call('ledger.submit', { operation: createCategory, body: { name: 'Morning music' } })
  expect(['unknown', 'confirmed']).toContain(intent.state)
  if (intent.state === 'unknown') {
    await connection.next(
      'ledger.changed',
      (change) => change.intent.id === intent.id && change.intent.state === 'confirmed',
    )
  }
  expect(stub.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

// Catches a lost write that nobody sends again, or that is sent before its absence is proven.
test('a drop before the commit is sent again once two reads lack it', async () => {
  const records: Array<{ id: string; name: string }> = []
  let drops = 1
  const stub = await stubWith((request, response) => {
    if (request.method === 'GET')
      return reply(response, 200, { data: { items: records, total: records.length }, requestId: 'r' })
    if (drops-- > 0) return void response.destroy()
    records.push({ id: 'cat_1', ...(JSON.parse(request.body) as { name: string }) })
    reply(response, 200, { data: { id: 'cat_1', status: 'created' }, requestId: 'req_2' })
  })
  const { connection } = await deskOn(stub.baseUrl)
  const intent = await connection.call('ledger.submit', { operation: createCategory, body: { name: 'Afternoon talk' } })
  const settled = await connection.next(
    'ledger.changed',
    (change) => change.intent.id === intent.id && change.intent.state === 'confirmed',
  )
  expect(settled.intent.reference).toBe(intent.reference)
  const order = stub.seen.map(({ method }) => method).join(' ')
  expect(order).toMatch(/^POST( GET){2,} POST$/)
  expect(records).toHaveLength(1)
})

// Catches a refund that is paid twice because its answer was lost.
test('money is never sent again without the person', async () => {
  const stub = await stubWith((request, response) => {
    if (request.url.endsWith('/charge/refund')) return void response.destroy()
    reply(response, 200, { data: { items: [], total: 0 }, requestId: 'r' })
  })
  const { connection } = await deskOn(stub.baseUrl)
  const intent = await connection.call('ledger.submit', {
    operation: 'POST /api/payment/charge/refund',
    body: { chargeId: 'ch_1', amount: 1200 },
  })
  expect(intent).toMatchObject({ state: 'unknown', error: { code: 'unknown_outcome' } })
  const twin = await connection.call('ledger.submit', {
    operation: 'POST /api/payment/charge/refund',
    body: { chargeId: 'ch_1', amount: 1200 },
  })
  expect(twin).toMatchObject({ state: 'rejected', error: { code: 'conflict' } })
  expect(stub.seen.filter(({ url }) => url.endsWith('/charge/refund'))).toHaveLength(1)
  const resolved = await connection.call('ledger.resolve', { id: intent.id, as: 'rejected' })
  expect(resolved.state).toBe('rejected')
})

// Catches a crash that loses an intent or repeats it: kill -9 while the answer is awaited.
test('kill -9 in the middle of sending: nothing is lost, nothing is sent twice', async () => {
  const records: Array<{ id: string; name: string }> = []
  let reached = () => {}
  const arrived = new Promise<void>((done) => (reached = done))
  let hang = true
  const stub = await stubWith((request, response) => {
    if (request.method === 'GET')
      return reply(response, 200, { data: { items: records, total: records.length }, requestId: 'r' })
    records.push({ id: `cat_${records.length + 1}`, ...(JSON.parse(request.body) as { name: string }) })
    if (hang) return reached()
    reply(response, 200, { data: { id: 'cat_x', status: 'created' }, requestId: 'r' })
  })
  const { desk, connection } = await deskOn(stub.baseUrl)
  void connection
    .call('ledger.submit', { operation: createCategory, body: { name: 'Before the crash' } })
    .catch(() => undefined)
  await arrived
  await desk.kill()
  hang = false

  const again = await startDesk({ profile: desk.profile })
  onTestFinished(() => endDesk(again))
  const second = await again.connect()
  await second.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'key-for-fault-tests',
  })
  const { items } = await second.call('ledger.list', { limit: 10 })
  expect(items).toHaveLength(1)
  const [found] = items
  expect(['unknown', 'confirmed']).toContain(found?.state)
  const settled = await second
    .call('ledger.reconcile', { id: found?.id ?? '' })
    .catch(() => second.call('ledger.get', { id: found?.id ?? '' }))
  expect(settled.state).toBe('confirmed')
  expect(stub.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(records).toHaveLength(1)
})
