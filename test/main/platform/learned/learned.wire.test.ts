import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createLearned } from '../../../../main/platform/learned/index.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { startRehearsal } from '../../../../main/platform/rehearsal/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { quietLog } from '../ledger/support.ts'
import { makeClient } from '../client/support.ts'

// What the client tells and what is learned of it must be one: over real HTTP, from a refused request to a taken one.
test('learns from the rehearsal platform what it takes, misses and answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'learned-'))
  const database = await openProfile({ folder, clock: systemClock, log: quietLog })
  const platform = await startRehearsal({ operations, clock: systemClock, log: quietLog })
  onTestFinished(async () => {
    learned.stop()
    database.close()
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  })
  const { client } = makeClient(platform.baseUrl, {
    operations: new Map(operations),
    surroundings: { credential: async () => ({ scheme: 'apiKey', apiKey: 'rehearsal-key' }) },
  })
  const onChange = vi.fn()
  const learned = createLearned({
    database,
    client,
    operations,
    redactor: createRedactor(),
    clock: systemClock,
    log: quietLog,
    onChange,
  })

  const list = await client.read({ operation: 'GET /api/video/stream/all', query: { limit: 2 } }, 'rehearsal')
  const id = JSON.stringify(list.data).match(/"id":"([^"]+)"/)?.[1] ?? ''
  expect(id).not.toBe('')
  await client.read({ operation: 'GET /api/video/stream/get' }, 'rehearsal').catch(() => undefined)
  expect(learned.get('rehearsal', 'GET /api/video/stream/get')).toMatchObject({ missed: ['streamId'], sent: 0 })
  await client.read({ operation: 'GET /api/video/stream/get', query: { id } }, 'rehearsal')
  await client.write({ operation: 'PUT /api/video/stream/update', body: { id, note: 'kqzjx' } }, 'rehearsal', 'ref-1')
  expect(learned.get('rehearsal', 'GET /api/video/stream/get')).toMatchObject({
    missed: [],
    sent: 1,
    query: { properties: { id: { type: 'string' } }, required: ['id'] },
  })
  expect(learned.get('rehearsal', 'PUT /api/video/stream/update')?.body).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, note: { type: 'string' } },
    required: ['id', 'note'],
  })
  expect(learned.get('rehearsal', 'GET /api/video/stream/all')?.answer).toMatchObject({
    properties: { data: { properties: { items: { items: { properties: { id: { type: 'string' } } } } } } },
  })
  expect(onChange).toHaveBeenLastCalledWith({ environment: 'rehearsal' })
})
