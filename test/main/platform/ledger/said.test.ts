// What the ledger believes of an answer, over real HTTP: a server that answers 200 to everything.
import { expect, onTestFinished, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import { makeClient, serve } from '../client/support.ts'
import { open, temporary } from '../../core/storage/support.ts'
import { createFakeVault, quietLog } from './support.ts'

const began = Date.now()
/** So that settle windows pass within a test. */
const fastClock: Clock = {
  now: () => began + (Date.now() - began) * 40,
  after: (ms, run) => systemClock.after(ms / 40, run),
}

async function desk(answer: (path: string) => Json | undefined) {
  const { base, seen } = await serve((request, response) => {
    const said = answer(request.url ?? '')
    if (said === undefined) return request.socket.destroy()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(said))
  })
  const { client } = makeClient(base, { operations: new Map(operations) })
  const database = await open(await temporary())
  const ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock: fastClock,
    log: quietLog,
    environment: () => 'production',
    account: () => undefined,
    redact: (value) => value,
  })
  ledger.start()
  onTestFinished(async () => {
    await ledger.stop(1_000)
    database.close()
  })
  const submit = (operation: string, body: JsonObject) => ledger.submit({ operation, body })
  return { ledger, seen, submit }
}

// Catches a refund that the platform refuses inside a 200, and the desk shows as confirmed.
test('a refund that is refused inside a 200 is rejected, with the sentence of the platform', async () => {
  const { submit } = await desk(() => ({ success: false, error: 'The card was declined by the bank' }))
  const intent = await submit('POST /api/payment/refund/partialrefund', { chargeId: 'ch_1', amount: 12.4 })
  expect(intent).toMatchObject({
    state: 'rejected',
    status: 200,
    error: { facts: { said: 'The card was declined by the bank' } },
  })
})

// Catches a list that failed inside a 200, taken for a proof that a lost create is not there: it would be made twice.
test('a lost create is not sent again after a list that failed inside a 200', async () => {
  const { ledger, seen, submit } = await desk((path) =>
    path.endsWith('/create') ? undefined : { success: false, error: 'Database is locked', data: [] },
  )
  const intent = await submit('POST /api/marketing/template/create', { name: 'Doors open', subject: 'Soon' })
  await expect.poll(() => seen.filter(({ url }) => url.endsWith('/all')).length, { timeout: 20_000 }).toBeGreaterThan(3)
  expect(seen.filter(({ url }) => url.endsWith('/create'))).toHaveLength(1)
  const now = ledger.get(intent.id)
  expect(now.state).toBe('unknown')
  expect(now.evidence.map(({ verdict }) => verdict)).not.toContain('absent')
})
