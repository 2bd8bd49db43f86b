import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { confirmed, create, createBench, settle, stage, update, type Bench } from './support.ts'

const described = (name: string) => ({ operation: 'PUT /api/stage/describe', body: { id: 's1', name } })

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  bench.client.onWrite = () => confirmed()
  bench.ledger.pause(true)
})
afterEach(() => bench.end())

const fresh = ({ id }: Intent) => bench.ledger.get(id)
const bodies = () => bench.client.sent.map(({ request }) => request.body)

// Catches an edit that loses its place, its reference or its revision, that stays in memory alone, or whose old text is sent.
test('an edited intent keeps id, reference and place, and carries the new content', async () => {
  const first = await bench.ledger.submit(create('a'), { draft: { id: 'd1', revision: 1 } })
  const second = await bench.ledger.submit(create('b'))
  const edited = await bench.ledger.edit(first.id, { body: { name: 'a2' } }, { draft: { id: 'd1', revision: 4 } })
  expect(edited).toMatchObject({
    id: first.id,
    reference: first.reference,
    state: 'queued',
    request: { body: { name: 'a2' } },
    draft: { id: 'd1', revision: 4 },
  })
  expect(edited.evidence.at(-1)).toMatchObject({
    event: 'edited',
    code: 'edited_from_draft',
    facts: { revision: 4 },
  })
  bench.paused = true
  await bench.restart(false)
  expect(fresh(first)).toEqual(edited)
  bench.ledger.pause(false)
  await settle()
  expect(bodies()).toEqual([{ name: 'a2' }, { name: 'b' }])
  expect(fresh(second).state).toBe('confirmed')
})

// Catches an edit that takes the draft of an intent for granted although its content is no longer the draft's, or drops what it expects.
test('without an origin it carries no draft, and what it expects stays', async () => {
  const intent = await bench.ledger.submit(update('n1', 'a'), {
    draft: { id: 'd1', revision: 1 },
    expects: { base: { name: 'old' } },
  })
  const edited = await bench.ledger.edit(intent.id, { body: { id: 'n1', name: 'b' } })
  expect(edited.draft).toBeUndefined()
  expect(edited.expects).toEqual({ base: { name: 'old' } })
  expect(bench.ledger.sends('d1', 5)).toEqual([])
  const again = await bench.ledger.edit(
    intent.id,
    { body: { id: 'n1', name: 'c' } },
    { draft: { id: 'd2', revision: 2 }, expects: { base: { name: 'newer' } } },
  )
  expect(again).toMatchObject({ draft: { id: 'd2', revision: 2 }, expects: { base: { name: 'newer' } } })
  expect(bench.ledger.sends('d2', 5)).toMatchObject([{ revision: 2, state: 'queued' }])
})

// Catches a queued write that is turned onto another record, past the writes that wait there.
test('an edit to another record or environment is refused', async () => {
  const intent = await bench.ledger.submit(update('n1', 'a'))
  const other = bench.ledger.edit(intent.id, { body: { id: 'n2', name: 'a' } })
  await expect(other).rejects.toMatchObject({ code: 'invalid_state', details: { facts: { reason: 'other_record' } } })
  await expect(
    bench.ledger.edit(intent.id, { body: { id: 'n1', name: 'a' } }, { environment: 'production' }),
  ).rejects.toMatchObject({ code: 'invalid_state' })
  expect(fresh(intent)).toEqual(intent)
})

// Catches input that a submit would refuse and an edit lets in.
test('an edit is checked like a submit', async () => {
  await bench.end()
  bench = await createBench({ redact: (value) => (JSON.stringify(value).includes('sekret') ? 'masked' : value) })
  bench.ledger.pause(true)
  const intent = await bench.ledger.submit(create('a'))
  await expect(bench.ledger.edit(intent.id, { body: { bad: 1 } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'bad' }] },
  })
  await expect(bench.ledger.edit(intent.id, { body: {}, query: { key: 'sekret-1' } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'query.key' }] },
  })
  await expect(bench.ledger.edit('nothing', {})).rejects.toMatchObject({ code: 'not_found_here' })
  expect(fresh(intent)).toEqual(intent)
})

// Catches a secret of an edit in the profile, and one that is left behind when the intent has settled.
test('a secret of an edit goes to the vault and leaves it with the intent', async () => {
  const intent = await bench.ledger.submit(described('a'))
  const edited = await bench.ledger.edit(intent.id, {
    body: { ...described('b').body, streamKey: 'live_abcdef123456' },
  })
  expect(edited.request.body).toEqual({ id: 's1', name: 'b', streamKey: { $secret: `intent/${intent.id}/streamKey` } })
  expect(bench.vault.stored.size).toBe(1)
  bench.ledger.pause(false)
  await settle()
  expect(fresh(intent).state).toBe('confirmed')
  expect(bench.vault.stored.size).toBe(0)
})

// Catches an edit that changes what is on the wire because the keychain was slow, and its secret that nobody removes.
test('an edit that comes too late changes nothing', async () => {
  const intent = await bench.ledger.submit(described('a'))
  const slow = Promise.withResolvers<undefined>()
  const externalize = bench.vault.externalize.bind(bench.vault)
  bench.vault.externalize = async (owner: string, body: Json, fields: readonly string[]) => {
    await slow.promise
    return externalize(owner, body, fields)
  }
  const late = bench.ledger.edit(intent.id, { body: { ...described('b').body, streamKey: 'live_abcdef123456' } })
  const refused = expect(late).rejects.toMatchObject({ code: 'invalid_state' })
  bench.ledger.pause(false)
  await settle()
  expect(fresh(intent).state).toBe('confirmed')
  slow.resolve(undefined)
  await refused
  await settle()
  expect(bodies()).toEqual([described('a').body])
  expect(fresh(intent).request.body).toEqual(described('a').body)
  expect(bench.vault.stored.size).toBe(0)
})

// Catches an edit of what is sending, settled or a live command.
test('only what is queued is edited', async () => {
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  const intent = await bench.ledger.submit(create('a'))
  bench.ledger.pause(false)
  await settle()
  await expect(bench.ledger.edit(intent.id, { body: { name: 'b' } })).rejects.toMatchObject({ code: 'invalid_state' })
  const live = bench.ledger.submit(stage('s1', true))
  await settle()
  const waiting = bench.ledger.submit(stage('s1', false))
  await settle()
  const queued = bench.ledger.list({ limit: 1 }).items[0]
  expect(queued).toMatchObject({ state: 'queued', waiting: { reason: 'order' } })
  for (const change of [
    () => bench.ledger.edit(queued?.id ?? '', { body: { id: 's1' } }),
    () => bench.ledger.hold(queued?.id ?? '', true),
    () => bench.ledger.move(queued?.id ?? '', -1),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'invalid_state' })
  }
  wire.resolve(confirmed())
  await Promise.all([live, waiting])
  await expect(bench.ledger.edit(intent.id, { body: { name: 'b' } })).rejects.toMatchObject({ code: 'invalid_state' })
  expect((bodies() as JsonObject[]).map(({ name }) => name)).toEqual(['a', undefined, undefined])
})
