// What the generic screens make of each of the catalog's resources.
import { expect, test } from 'vitest'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { plainKeys, planOf } from '../../../../renderer/records/products/resource-spec.ts'
import { findSection, sectionsOf } from '../../../../renderer/records/products/sections.ts'
import { operationsOf, type ActionSpec } from '../../../../renderer/records/resources/types.ts'

const operations = describeOperations()
const sections = sectionsOf(operations)
function plan(product: string, resource: string) {
  const section = findSection(sections, product, resource)
  if (section === undefined) throw new Error(`No section ${resource}`)
  return planOf(section)
}
const of = (actions: readonly ActionSpec[] | undefined, key: string): ActionSpec => {
  const found = actions?.find(({ operation }) => operation === key)
  if (found === undefined) throw new Error(`No action ${key}`)
  return found
}

// Two spellings of a folder would stand as two half sections; `pay` and `pay/s` are two.
test('there are 50 sections, and the plans are one', () => {
  expect(sections).toHaveLength(50)
  expect(findSection(sections, 'Payments', 'payment/subscriptionPlan')).toBe(
    findSection(sections, 'Payments', 'payment/subscriptionplan'),
  )
  expect(findSection(sections, 'Payments', 'pay/s')?.operations).toHaveLength(1)
})

// An operation that no section has, or one that a section has twice, or one in a section of another resource.
test('every operation is reached in exactly the section of its resource', () => {
  const reached = sections.flatMap((section) => {
    const made = planOf(section)
    const keys = [...operationsOf([made.spec]), ...plainKeys(made)]
    expect(new Set(keys).size, section.resource).toBe(keys.length)
    return keys.map((key) => `${section.resource.toLowerCase()} ${key}`)
  })
  expect(reached.toSorted()).toEqual(
    operations.map(({ key, resource }) => `${resource.toLowerCase()} ${key}`).toSorted(),
  )
})

// What a screen does with each operation is decided by a rule: this is what it comes to, to be read by a person when it changes.
test('the plan of each section', async () => {
  const lines = sections.flatMap((section) => {
    const { spec, plain } = planOf(section)
    const row = (role: string, action: Pick<ActionSpec, 'operation' | 'start'>): string =>
      [
        section.product,
        section.resource,
        role,
        action.operation,
        JSON.stringify(action.start?.(undefined, 'x') ?? null),
      ].join('\t')
    return [
      ...(spec.list === undefined ? [] : [row('list', { operation: spec.list })]),
      ...(spec.get === undefined ? [] : [row(`get by ${spec.idName}`, { operation: spec.get })]),
      ...(spec.create === undefined ? [] : [row('create', spec.create)]),
      ...(spec.reads ?? []).map((action) => row(action.asks ? 'asked read' : 'read', action)),
      ...(spec.actions ?? []).map((action) => row('action', action)),
      ...(spec.searches ?? []).map((action) => row('search', action)),
      ...plain.map((action) => row('plain', action)),
    ]
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('plans.snapshot.tsv')
})

// A list under POST that is taken for an action would never be read.
test('lists and records are found under any method and name', () => {
  expect(plan('Embeds', 'vote/embed').spec).toMatchObject({
    list: 'POST /api/vote/embed/all',
    get: 'POST /api/vote/embed/get',
    idName: 'id',
  })
  expect(plan('Payments', 'payment/invoice').spec.list).toBe('GET /api/payment/invoice/getAll')
  expect(plan('Ads', 'ads/attribution').spec).toMatchObject({
    get: 'GET /api/ads/attribution/get/{attributionId}',
    idName: 'attributionId',
  })
  expect(plan('Payments', 'pay').spec).toMatchObject({ get: 'GET /api/pay/{shortId}', idName: 'shortId' })
  expect(plan('Livestream', 'video/event').spec).not.toHaveProperty('list')
  expect(plan('Livestream', 'video/event').spec).not.toHaveProperty('get')
})

// A refund's identifier sent as a charge's would give back the wrong money.
test('an operation about another resource is no action of the record', () => {
  const { spec, plain } = plan('Payments', 'payment/refund')
  expect(plain.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['POST /api/payment/refund/fullrefund', 'POST /api/payment/refund/partialrefund']),
  )
  expect(spec.actions?.map(({ operation }) => operation)).not.toContain('POST /api/payment/refund/fullrefund')
  expect(of(spec.actions, 'POST /api/payment/refund/processrefund').start?.({}, 'ref_1')).toEqual({
    body: { id: 'ref_1' },
  })
})

// What is done with the session is done to the signed-in account, whatever record stands open.
test('signing in and out are plain actions', () => {
  const { spec, plain } = plan('Accounts', 'account/general')
  expect(plain.map(({ operation }) => operation.split('/').at(-1))).toEqual(
    expect.arrayContaining(['login', 'logout', 'logout-everywhere', 'set-password', 'get-sessions']),
  )
  expect(spec.actions).toEqual([])
})

// Two buttons of the same name can't be told apart.
test('operations of the same name carry their method', () => {
  const { spec } = plan('Payments', 'payment/subscription')
  expect(spec.actions?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Update Subscription (POST)', 'Update Subscription (PUT)']),
  )
  expect(plan('Payments', 'payment/charge').spec.actions?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Update Charge (POST)', 'charge update (PUT)']),
  )
  for (const section of sections) {
    const made = planOf(section)
    const names = [
      ...[
        ...(made.spec.actions ?? []),
        ...(made.spec.reads ?? []),
        ...made.plain,
        ...(made.spec.create ? [made.spec.create] : []),
      ].map(({ name }) => name),
    ]
    expect(new Set(names).size, section.resource).toBe(names.length)
  }
})

// An update that starts empty would wipe what is not typed anew; one that sends back identifiers and stamps would be refused.
test('an update starts from the record, without what the platform writes', () => {
  const record = {
    id: 'bill_1',
    invoiceId: 'bill_1',
    memo: 'Night show',
    amount: 1200,
    createdAt: '2026-11-22T20:00:00Z',
    updated_by: 'acc_1',
    note: null,
    apiKey: '***',
    lines: [{ id: 'l1' }],
  }
  expect(
    of(plan('Payments', 'payment/invoice').spec.actions, 'POST /api/payment/invoice/update').start?.(record, 'bill_1'),
  ).toEqual({ body: { id: 'bill_1', memo: 'Night show', amount: 1200, lines: [{ id: 'l1' }] } })
  expect(
    of(plan('Ads', 'ads/attribution').spec.actions, 'PUT /api/ads/attribution/update/{attributionId}').start?.(
      { id: 'a', name: 'Spring' },
      'a',
    ),
  ).toEqual({ path: { attributionId: 'a' }, body: { name: 'Spring' } })
  // A specified body holds what the specification lists and no more.
  expect(
    of(plan('Events', 'events/general').spec.actions, 'PUT /api/events/general/update').start?.(
      { id: 'e', name: 'Fair', metadata: { source: 'desk' } },
      'e',
    ),
  ).toEqual({ body: { resourceId: 'e', metadata: { source: 'desk' } } })
})

// DELETE carries no body on most platforms.
test('a deletion under DELETE names the record in the query', () => {
  expect(
    of(plan('Payments', 'payment/promotion').spec.actions, 'DELETE /api/payment/promotion/delete').start?.({}, 'p'),
  ).toEqual({ query: { id: 'p' } })
})
