import { expect, test } from 'vitest'
import { scopes } from '#contract/access-kinds.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import { bridgeEvents, type BridgeEvent } from '#contract/events.ts'
import { accessCells, accessTable } from '../../../../main/core/access/table.ts'
import { heardBy, mayCall, ofPage } from '../../../../main/core/access/rules.ts'
import { grantOf } from './support.ts'

const situation = { selected: 'rehearsal', records: [{ environment: 'rehearsal', queued: false }] } as const

// Catches a table that promises what the rules refuse, or keeps quiet about what they allow.
test.each(accessTable().filter(({ kind }) => kind === 'method'))('$name is allowed as the table says', (row) => {
  const callers = [...Object.values(grantOf), ofPage]
  for (const caller of callers)
    expect(mayCall(caller, row.name, { kind: 'poll' }, situation).allowed, caller.scope).toBe(row.allowed[caller.scope])
})

// Catches an event that reaches more or fewer than the table says.
test.each(accessTable().filter(({ kind }) => kind === 'event'))('$name is heard as the table says', (row) => {
  const own = { environment: 'rehearsal' }
  const payload = { kind: 'poll', ...own, draft: own, rundown: own }
  for (const caller of [...Object.values(grantOf), ofPage]) {
    const heard = heardBy(caller, row.name as BridgeEvent, payload) !== undefined
    expect(heard, caller.scope).toBe(row.allowed[caller.scope])
  }
})

// Catches a method or an event that is missing, and a cell that is neither yes nor no.
test('every method and every event has a row with all scopes', () => {
  const { head, rows } = accessCells()
  expect(head.slice(1)).toEqual([...scopes])
  expect(rows.map(([name]) => name)).toEqual(
    [...Object.keys(bridgeMethods), ...Object.keys(bridgeEvents)].map((name) => `\`${name}\``),
  )
  expect(new Set(rows.flatMap((row) => row.slice(1)))).toEqual(new Set(['yes', '-']))
})

// Catches rights that nobody meant to give away.
test('money, credentials, backups and settings are for the desk alone', () => {
  const own =
    /^(?:ledger\.(?:submit|retry|resolve|edit|cancel|move|hold|reconcile)|credentials\.(?:save|remove|confirm)|backups|transfers|profile\.|diagnostics|settings\.update|environments\.(?:select|configure)|show\.(?:enter|leave)|rehearsal\.(?:set|reset))/
  for (const { name, allowed } of accessTable().filter((row) => own.test(row.name)))
    expect(
      Object.entries(allowed)
        .filter(([, yes]) => yes)
        .map(([scope]) => scope),
      name,
    ).toEqual(['desk'])
})
