// What a write did is kept with it in a code with facts; a code or fact that does not fit is replaced, never refused.
import { expect, test } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { deedCodes, deedRules, impliedDeed, longestDeedName } from '#contract/deeds.ts'
import { mask } from '#contract/mask.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { arrivingDeed, keptDeed, type GivenDeed } from '../../../../main/platform/ledger/deeds.ts'
import type { IntentRequest } from '../../../../main/platform/ledger/identity.ts'
import { targetOperations } from '../../../../main/platform/ledger/targets/types.ts'
import { operations, type OperationKey } from '../../../../main/platform/catalog/index.ts'
import { confirmed, create, createBench, settle, update } from './support.ts'

const secret = 'sk-live-4f9d1c7b2a'
const redactor = createRedactor()
redactor.learn(secret)
const redact: typeof redactor.json = (value) => redactor.json(value)

function kept(given: GivenDeed, key: OperationKey, request: IntentRequest = {}, recordTitle?: () => string) {
  const operation = operations.get(key)
  if (operation === undefined) throw new Error(key)
  return keptDeed(
    given,
    { operation, environment: 'rehearsal', request },
    { redact, ...(recordTitle && { recordTitle }) },
  )
}

const reveal = 'PUT /api/vote/embed/update'
const poll = { body: { embedId: 'emb_2', resultsVisible: true } }

// Catches a table that names an operation which the catalog does not have: its deed could never be kept.
test('every operation of a deed is a write of the catalog, and belongs to one implied deed at most', () => {
  const rules = Object.entries(deedRules)
  const known = new Map([...operations, ...targetOperations])
  for (const [code, { operations: keys }] of rules)
    for (const key of keys)
      expect([code, key, known.get(key)?.kind]).not.toEqual([code, key, known.has(key) ? 'read' : undefined])
  const implied = rules.flatMap(([, rule]) => (rule.implied === true ? rule.operations : []))
  expect(new Set(implied).size).toBe(implied.length)
})

// Catches an act whose sentence would be the platform's name for a route.
test('everything that is neither created, changed nor deleted has a deed of its own', () => {
  const acts = [...operations.values()].filter(({ kind }) => kind === 'act').map(({ key }) => key)
  expect(acts.filter((key) => impliedDeed(key) === 'record')).toEqual([])
})

test('a deed that fits is kept as it was given', () => {
  const deed = { code: 'poll_revealed', facts: { id: 'emb_2', name: 'Who should come next?' } }
  expect(kept(deed, reveal, poll)).toEqual(deed)
})

// Catches "Reveal the poll" of a script that gave the code alone, though the request names the record.
test('what a given deed leaves out comes from the request', () => {
  expect(kept({ code: 'poll_revealed', facts: {} }, reveal, poll, () => 'Next guest')).toEqual({
    code: 'poll_revealed',
    facts: { id: 'emb_2', name: 'Next guest' },
  })
})

// Catches a report that says "refunded" of a write that revealed a poll.
test.each<{ what: string; given: GivenDeed }>([
  { what: 'a code of another operation', given: { code: 'refunded', facts: { amount: '15.00', currency: 'EUR' } } },
  { what: 'a code that does not exist', given: { code: 'destroyed', facts: {} } },
  { what: 'a fact of another code', given: { code: 'poll_revealed', facts: { amount: '15.00' } } },
  { what: 'an unknown fact', given: { code: 'poll_revealed', facts: { voters: 'many' } } },
  { what: 'a fact of another type', given: { code: 'poll_revealed', facts: { name: 7 } } },
  {
    what: 'a name that is too long',
    given: { code: 'poll_revealed', facts: { name: 'x'.repeat(longestDeedName + 1) } },
  },
  { what: 'a stored secret', given: { code: 'poll_revealed', facts: { name: `Key ${secret}` } } },
  { what: 'a mask', given: { code: 'poll_revealed', facts: { name: `Poll ${mask}` } } },
])('$what is replaced by the deed of the catalog', ({ given }) => {
  expect(kept(given, reveal, poll, () => 'Next guest')).toEqual({
    code: 'record',
    facts: { id: 'emb_2', name: 'Next guest' },
  })
})

// Catches a submit that fails only because a script gave its deed in another shape.
test.each([[undefined], [null], ['revealed'], [7], [{ code: 7 }], [{ facts: {} }], [{ code: 'x', facts: [] }]])(
  'the bridge takes a submit with the deed %j',
  (deed) => {
    const { input } = bridgeMethods['ledger.submit']
    expect(input.safeParse({ operation: reveal, ...poll, deed }).success).toBe(true)
  },
)

test('without a deed the catalog and the record speak', () => {
  expect(kept(undefined, 'POST /api/events/general/create', { body: { title: ' Quiz\n night ' } })).toEqual({
    code: 'record',
    facts: { name: 'Quiz night' },
  })
  expect(kept(undefined, 'POST /api/payment/refund/fullrefund', { body: { chargeId: 'chg_5' } })).toEqual({
    code: 'refunded',
    facts: { id: 'chg_5' },
  })
})

// Catches a secret that arrives by the body's own name or the record's identifier.
test('a fact of the request that holds a secret is left out', () => {
  expect(kept(undefined, 'POST /api/events/general/create', { body: { title: secret } })).toEqual({
    code: 'record',
    facts: {},
  })
})

// Catches the name of a customer in the ledger, where exports and reports would find it.
test('of people and of money only the identifier is kept', () => {
  const customer = 'POST /api/payment/customer/update'
  const body = { customerId: 'cus_2', name: 'Hana Example' }
  const onlyId = { code: 'record', facts: { id: 'cus_2' } }
  expect(kept(undefined, customer, { body }, () => 'Hana Example')).toEqual(onlyId)
  expect(kept({ code: 'record', facts: { id: 'cus_2', name: 'Hana Example' } }, customer, { body })).toEqual(onlyId)
  expect(kept(undefined, customer, { body: { customerId: 'hana@example.com' } })).toEqual({ code: 'record', facts: {} })
  expect(
    kept(
      { code: 'refunded', facts: { id: 'chg_5', amount: '15.00', currency: 'EUR', name: 'Hana Example' } },
      'POST /api/payment/refund/fullrefund',
      { body: { chargeId: 'chg_5' } },
    ),
  ).toEqual({ code: 'refunded', facts: { id: 'chg_5' } })
  expect(kept(undefined, 'POST /api/account/general/login', { body: { name: 'Hana Example' } })).toEqual({
    code: 'signed_in',
    facts: {},
  })
})

test('a deed from another desk is checked as a given one, and dropped where it does not fit', () => {
  const deed = { code: 'poll_revealed', facts: { id: 'emb_2' } }
  expect(arrivingDeed(deed, operations.get(reveal), redact)).toEqual(deed)
  for (const wrong of [{ code: 'refunded', facts: {} }, 'revealed', null, { ...deed, facts: { name: secret } }])
    expect(arrivingDeed(wrong, operations.get(reveal), redact)).toBeUndefined()
})

test('every code is bounded by the shape of a deed', () => {
  expect(deedCodes.length).toBe(new Set(deedCodes).size)
  expect(Math.max(...deedCodes.map((code) => code.length))).toBeLessThanOrEqual(40)
})

// Catches a deed that is answered but not stored, and one that an edit leaves with the old name.
test('the deed is stored with the intent, and follows an edit of its request', async () => {
  const bench = await createBench()
  try {
    bench.client.onWrite = () => confirmed()
    const made = await bench.ledger.submit(create('First'), { deed: { code: 'record', facts: { name: 'First note' } } })
    expect(made.deed).toEqual({ code: 'record', facts: { name: 'First note' } })
    bench.ledger.pause(true)
    const queued = await bench.ledger.submit(update('n1', 'Second'))
    expect(queued.deed).toEqual({ code: 'record', facts: { id: 'n1', name: 'Second' } })
    await bench.ledger.edit(queued.id, { body: { id: 'n1', name: 'Third' } })
    bench.paused = true
    await bench.restart()
    await settle()
    expect(bench.ledger.get(made.id).deed).toEqual({ code: 'record', facts: { name: 'First note' } })
    expect(bench.ledger.get(queued.id).deed).toEqual({ code: 'record', facts: { id: 'n1', name: 'Third' } })
    // A row of an earlier version, and one that a later version wrote.
    bench.database.statement('UPDATE intents SET deed = NULL WHERE id = ?').run(made.id)
    expect(bench.ledger.get(made.id)).not.toHaveProperty('deed')
    bench.database.statement('UPDATE intents SET deed = ? WHERE id = ?').run('{"code":"later","facts":{}}', made.id)
    expect(bench.ledger.get(made.id)).not.toHaveProperty('deed')
  } finally {
    await bench.end()
  }
})
