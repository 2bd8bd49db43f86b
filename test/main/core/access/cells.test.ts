// The table of docs/control-api.md against a real desk behind its real port, cell by cell.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GrantScope } from '#contract/access-kinds.ts'
import { bridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import { accessTable } from '../../../../main/core/access/table.ts'
import { inputs, openAccessDesk } from './desk.ts'

type AccessDesk = Awaited<ReturnType<typeof openAccessDesk>>
type Joined = Awaited<ReturnType<AccessDesk['join']>>

const events = createListeners<[string, object]>()
let desk: AccessDesk
const joined: Array<[GrantScope, Joined]> = []

beforeAll(async () => {
  desk = await openAccessDesk(events.add)
  for (const scope of Object.keys(inputs) as GrantScope[]) joined.push([scope, await desk.join(inputs[scope])])
})
afterAll(() => desk.end())

// Catches a method that is let through, or refused, other than the table tells people who give addresses away.
test.each(accessTable().filter(({ kind }) => kind === 'method'))('$name over the port', async ({ name, allowed }) => {
  for (const [scope, { ask }] of joined) {
    // Nothing runs: a parameter that no method has is refused after the scope.
    const { error } = await ask(name, { unknownParameter: 1 })
    const refused = error?.data.code === 'forbidden' && error.data.facts?.reason === 'grant_scope'
    expect(refused, scope).toBe(!allowed[scope])
    if (allowed[scope]) expect(error?.data.code, scope).toBe('invalid_input')
  }
})

// Catches an event that reaches a connection which the table promises to keep it from.
test('every event over the port', async () => {
  const own = { environment: 'rehearsal' }
  const payload = { kind: 'poll', ...own, draft: own, rundown: own }
  const rows = accessTable().filter(({ kind }) => kind === 'event')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(bridgeEvents))
  for (const { name } of rows) events.emit(name, payload)
  for (const [scope, { heard, caughtUp }] of joined) {
    await caughtUp()
    expect(
      heard.map(({ method }) => method),
      scope,
    ).toEqual(rows.filter(({ allowed }) => allowed[scope]).map(({ name }) => name))
  }
})
