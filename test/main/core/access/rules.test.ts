import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandNames, overlayKinds } from '#contract/access-kinds.ts'
import { bridgeMethods, declarationOf } from '#contract/bridge.ts'
import { bridgeEvents, type BridgeEvent } from '#contract/events.ts'
import { environmentIds } from '#contract/models.ts'
import { heardBy, mayCall, mayCallAtAll, mayCommand, ofPage, ownPart } from '../../../../main/core/access/rules.ts'
import { grantOf } from './support.ts'

const here = { selected: 'rehearsal', records: undefined } as const
const records = (environment?: 'rehearsal' | 'production', queued = false) => ({
  ...here,
  records: [{ environment, queued }],
})
const because = (allowed: ReturnType<typeof mayCall>) => (allowed.allowed ? 'allowed' : allowed.because)
const grants = Object.values(grantOf)
const methods = Object.keys(bridgeMethods)

// Catches parameters, known or invented, that open what the scope does not.
test('no scope gains anything by changing parameters', () => {
  const anything = fc.dictionary(
    fc.oneof(
      fc.constantFrom('id', 'ids', 'draft', 'environment', 'scope', 'forever', 'page', '__proto__'),
      fc.string(),
    ),
    fc.oneof(fc.constantFrom<unknown>(...environmentIds, true, false, 'desk'), fc.jsonValue()),
  )
  const situation = fc.record({
    selected: fc.constantFrom(...environmentIds),
    records: fc.array(fc.record({ environment: fc.constantFrom(...environmentIds), queued: fc.boolean() })),
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...grants),
      fc.constantFrom(...methods),
      anything,
      situation,
      (grant, method, params, at) => {
        const decision = mayCall(grant, method, params, at)
        if (!decision.allowed) return
        expect(mayCallAtAll(grant.scope, method)).toBe(true)
        expect(params.forever).not.toBe(true)
        expect([undefined, 'rehearsal']).toContain(decision.params.environment)
        const named = ['id', 'ids', 'draft'].some((name) => params[name] !== undefined)
        if (!named) return
        expect(at.records.every(({ environment }) => environment === 'rehearsal')).toBe(true)
        if (declarationOf(method)?.scope === 'draft') expect(at.records.some(({ queued }) => queued)).toBe(false)
      },
    ),
    { numRuns: 3_000 },
  )
})

// Catches a tool for drafts that sends, deletes for good, or changes what is about to leave.
test('a draft grant writes drafts and nothing else', () => {
  const call = (method: string, params: Record<string, unknown> = {}, at = records()) =>
    because(mayCall(grantOf.draft, method, params, at))
  expect(call('drafts.submit', { id: 'd' })).toBe('grant_scope')
  expect(call('ledger.submit')).toBe('grant_scope')
  expect(call('drafts.remove', { id: 'd', forever: false })).toBe('allowed')
  expect(call('drafts.remove', { id: 'd', forever: true })).toBe('grant_forever')
  expect(call('drafts.save', { id: 'd' }, records(undefined, true))).toBe('grant_queued')
  expect(call('drafts.save', { id: 'd' }, { ...here, records: [] })).toBe('allowed')
  expect(call('drafts.save', { environment: 'production' })).toBe('grant_environment')
  const writes = methods.filter((method) => mayCallAtAll('draft', method) && !mayCallAtAll('read', method))
  expect(writes.sort()).toEqual([
    'drafts.duplicate',
    'drafts.import',
    'drafts.link',
    'drafts.remove',
    'drafts.restore',
    'drafts.revert',
    'drafts.save',
    'mail.compile',
    'rundown.copy',
    'rundown.dryRun',
    'rundown.dryRunCancel',
    'rundown.import',
    'rundown.remove',
    'rundown.restore',
    'rundown.revert',
    'rundown.save',
  ])
})

// Catches an answer, a list or a value of another environment, and a record that main did not look up.
test('a grant stays in its environment', () => {
  const call = (method: string, params: Record<string, unknown>, at: Parameters<typeof mayCall>[3] = here) =>
    mayCall(grantOf.read, method, params, at)
  expect(because(call('answers.part', { id: 'a' }))).toBe('grant_environment')
  expect(because(call('answers.part', { id: 'a' }, { ...here, records: [] }))).toBe('grant_environment')
  expect(because(call('answers.part', { id: 'a' }, records('production')))).toBe('grant_environment')
  expect(because(call('answers.part', { id: 'a' }, records('rehearsal')))).toBe('allowed')
  expect(because(call('platform.read', {}, { selected: 'production', records: undefined }))).toBe('grant_environment')
  expect(call('history.list', { limit: 5 })).toEqual({ allowed: true, params: { limit: 5, environment: 'rehearsal' } })
  expect(call('live.follow', { page: 'p' })).toEqual({ allowed: true, params: { page: 'g1/p' } })
  const foreign = { environment: 'production', id: 'i' }
  const own = { environment: 'rehearsal', id: 'i' }
  expect(ownPart(grantOf.read, foreign)).toBeUndefined()
  expect(ownPart(grantOf.read, { items: [own, foreign] })).toEqual({ items: [own] })
  expect(ownPart(grantOf.read, { show: foreign })).toBeUndefined()
  expect(heardBy(grantOf.read, 'ledger.changed', { intent: foreign, counts: { queued: 1 } })).toBeUndefined()
  expect(heardBy(grantOf.read, 'ledger.changed', { intent: own, counts: { queued: 1 } })).toEqual({ intent: own })
  expect(heardBy(grantOf.read, 'drafts.changed', { removed: 'd' })).toBeUndefined()
})

// Catches an overlay's address that tells more than its own values.
test('a watch grant hears the values of its own overlays alone', () => {
  const called = methods.filter(
    (method) => because(mayCall(grantOf.watch, method, { kind: 'poll' }, here)) === 'allowed',
  )
  expect(called).toEqual(['access.own', 'overlay.follow'])
  const frame = (kind: string, environment = 'rehearsal') => ({ kind, environment, ageMs: 1, everyMs: 5, value: null })
  const heard = overlayKinds.filter((kind) => heardBy(grantOf.watch, 'overlay.value', frame(kind)) !== undefined)
  expect(heard).toEqual(['poll'])
  expect(heardBy(grantOf.watch, 'overlay.value', frame('poll', 'production'))).toBeUndefined()
  const others = (Object.keys(bridgeEvents) as BridgeEvent[]).filter((event) => event !== 'overlay.value')
  for (const event of others) expect(heardBy(grantOf.watch, event, { kind: 'poll' })).toBeUndefined()
  const followed = overlayKinds.filter(
    (kind) =>
      because(mayCall(grantOf.watch, 'overlay.follow', { kind }, { ...here, selected: 'production' })) === 'allowed',
  )
  expect(followed).toEqual(['poll'])
})

// Catches a button box that sends its own requests, or a command that it was not given.
test('an operate grant reads and runs its own commands', () => {
  const more = methods.filter((method) => mayCallAtAll('operate', method) && !mayCallAtAll('read', method))
  // These two ask for the command `go` themselves.
  expect(more.filter((method) => !method.startsWith('command.'))).toEqual(['rundown.go', 'rundown.move'])
  expect(commandNames.filter((name) => mayCommand(grantOf.operate, name, here))).toEqual(['reveal', 'clip'])
  expect(commandNames.filter((name) => mayCommand(grantOf.draft, name, here))).toEqual([])
  expect(mayCommand(grantOf.operate, 'reveal', { selected: 'production' })).toBe(false)
})

// Catches the desk's own page locked out, and a name that is no method.
test('the desk does everything, and nobody calls what is not there', () => {
  for (const method of methods) expect(because(mayCall(ofPage, method, {}, here))).toBe('allowed')
  for (const method of ['', 'toString', '__proto__', 'drafts.Submit'])
    expect(because(mayCall(ofPage, method, {}, here))).toBe('grant_scope')
})
