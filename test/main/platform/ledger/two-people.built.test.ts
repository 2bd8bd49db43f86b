// Two people press the same refund of one charge at the same moment, from two connections of one desk, over real HTTP.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { endDesk, startDesk, temporaryProfile, type Desk, type DeskConnection } from '../../../support/desk.ts'

const times = 200

/** Counts what would have been paid back, by charge. */
async function startBank() {
  const effects = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { chargeId?: string; id?: string }
      const charge = body.chargeId ?? body.id
      if (request.method === 'POST' && charge !== undefined) effects.set(charge, (effects.get(charge) ?? 0) + 1)
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ data: { id: `re_${charge}`, status: 'succeeded' }, requestId: 'req-1' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { effects, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface Press {
  charge: string
  saw: string | null
}

/** One by the refund's route and one by the charge's: the record is the charge. */
function press(connection: DeskConnection, { charge, saw }: Press, byCharge: boolean): Promise<Intent> {
  const operation = byCharge ? 'POST /api/payment/charge/refund' : 'POST /api/payment/refund/fullrefund'
  return connection.call('ledger.submit', {
    operation,
    body: { chargeId: charge },
    environment: 'development',
    pressedAt: new Date().toISOString(),
    saw,
  })
}

// Catches a charge that is refunded twice because two people saw the same, whether the desk has been closed in between or not.
test(`${times} times two people at once: ${times} effects, ${times} conflicts, over a restart too`, async () => {
  const { effects, baseUrl } = await startBank()
  const profile = temporaryProfile()
  const open = async (): Promise<{ desk: Desk; people: [DeskConnection, DeskConnection] }> => {
    const desk = await startDesk({ profile, args: ['--environment', 'development', '--base-url', baseUrl] })
    const people: [DeskConnection, DeskConnection] = [await desk.connect(), await desk.connect()]
    await people[0].call('credentials.save', {
      environment: 'development',
      credential: 'apiKey',
      value: 'a-key-of-tests',
    })
    return { desk, people }
  }
  let { desk, people } = await open()
  onTestFinished(() => endDesk(desk))
  const conflicts: unknown[] = []
  const known: Press[] = []

  const together = async (one: Press, mixed: boolean): Promise<void> => {
    const ended = await Promise.allSettled(people.map((person, at) => press(person, one, mixed && at === 1)))
    for (const end of ended) if (end.status === 'rejected') conflicts.push(end.reason)
    expect(ended.map((end) => (end.status === 'fulfilled' ? end.value.state : 'refused')).sort()).toEqual([
      'confirmed',
      'refused',
    ])
  }

  for (let n = 0; n < times; n += 1) {
    const charge = `ch_${n}`
    const body = { chargeId: charge }
    const [one, other] = await Promise.all(
      people.map((person) => person.call('ledger.newest', { operation: 'POST /api/payment/refund/fullrefund', body })),
    )
    expect([one?.id, other?.id]).toEqual([null, null])
    await together({ charge, saw: null }, n % 2 === 1)
    known.push({ charge, saw: null })
    if (n !== times / 2) continue
    await desk.stop()
    ;({ desk, people } = await open())
  }
  expect(conflicts).toHaveLength(times)
  for (const conflict of conflicts)
    expect(conflict).toMatchObject({ code: 'conflict', details: { facts: { reason: 'newer_intent', saw: null } } })
  expect([...effects.values()]).toEqual(Array.from({ length: times }, () => 1))

  // What was seen before the desk was closed is as old afterwards.
  await desk.stop()
  ;({ desk, people } = await open())
  for (const one of known.slice(0, 20))
    await expect(press(people[0], one, true)).rejects.toMatchObject({ code: 'conflict' })
  expect([...effects.values()]).toEqual(Array.from({ length: times }, () => 1))
}, 120_000)
