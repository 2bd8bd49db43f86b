import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Grant } from '#contract/access.ts'
import { rundownHandlers } from '../../../../main/bridge/rundown.ts'
import { heardBy, mayCall, ofPage, ownPart } from '../../../../main/core/access/rules.ts'
import { createBench, grantOf } from '../commands/support.ts'
import { createDesk, cue, mark, reasonOf, settle } from './support.ts'

const at = { id: 'g9', name: 'Script', createdAt: '2026-03-01T12:00:00.000Z', lastUsedAt: null } as const
const draft: Grant = { ...at, scope: 'draft', environment: 'rehearsal' }

async function createDoor() {
  const desk = await createDesk()
  const bench = createBench()
  const handlers = rundownHandlers(
    {
      rundowns: desk.rundowns,
      commands: bench.commands,
      environments: { selected: () => 'rehearsal' } as Parameters<typeof rundownHandlers>[0]['environments'],
    },
    { run: (_task, act) => act(), cancel: () => undefined },
  )
  await desk.chosen([cue('a', { steps: [mark('s')] }), cue('b')])
  const { rundown: id, revision, position, shown } = desk.at()
  const seen = { id, revision, position, environment: 'rehearsal' } as const
  const go = (caller: Parameters<(typeof handlers)['rundown.go']>[1], press = randomUUID()) =>
    Promise.resolve(
      handlers['rundown.go']({ ...seen, shown, press, pressedAt: new Date(desk.clock.now()).toISOString() }, caller),
    )
  return { desk, bench, handlers, seen, go }
}

// A controller that was let in for polls would run the show.
test('only a grant with the command go presses Go or moves', async () => {
  const { go, handlers, seen, desk } = await createDoor()
  const other = grantOf({ commands: ['reveal'], mode: 'fire' })
  expect(await reasonOf(() => go(other))).toBe('command_not_granted')
  expect(await reasonOf(() => handlers['rundown.move']({ ...seen, next: 'b' }, other))).toBe('command_not_granted')
  expect(desk.engine.all()).toEqual([])
  expect(await go(grantOf({ commands: ['go'], mode: 'fire' }))).toMatchObject({ outcome: 'fired' })
  await settle()
  expect(desk.engine.all()[0]?.by).toBe('Stream Deck')
})

// A grant that only arms would fire, or a person's fire would be refused for the age of the grant's press.
test('a grant of mode arm waits for a person at the desk', async () => {
  const { go, bench, desk } = await createDoor()
  const arming = grantOf({ commands: ['go'], mode: 'arm' })
  const press = randomUUID()
  const lapsing = go(arming, press)
  await settle()
  expect(bench.commands.armed()).toMatchObject({ command: 'go', name: 'Title of a', by: 'Stream Deck' })
  await bench.clock.advance(5_000)
  expect(await lapsing).toEqual({ outcome: 'lapsed' })
  expect(desk.engine.all()).toEqual([])

  const outcome = go(arming)
  await settle()
  const fired = await bench.commands.fire(bench.commands.armed()?.id ?? '')
  expect(fired).toMatchObject({ outcome: 'fired', position: { now: { cue: { id: 'a' } } } })
  expect(await outcome).toEqual(fired)
})

// The desk's own page would have to ask itself.
test('the desk fires at once', async () => {
  const { go, bench } = await createDoor()
  expect(await go(ofPage)).toMatchObject({ outcome: 'fired' })
  expect(bench.commands.armed()).toBeNull()
})

// A grant would see, or change, what belongs to another environment, or end a rundown for good.
test('a grant keeps to its environment and never removes for good', () => {
  const call = (
    method: string,
    params: Record<string, unknown>,
    environment: 'rehearsal' | 'production' = 'rehearsal',
  ) => mayCall(draft, method, params, { selected: 'rehearsal', records: [{ environment, queued: false }] })
  expect(call('rundown.save', { id: 'r', environment: 'rehearsal' }).allowed).toBe(true)
  expect(call('rundown.save', { id: 'r', environment: 'rehearsal' }, 'production').allowed).toBe(false)
  expect(call('rundown.save', { environment: 'production' }).allowed).toBe(false)
  expect(call('rundown.remove', { id: 'r', forever: false }).allowed).toBe(true)
  expect(call('rundown.remove', { id: 'r', forever: true }).allowed).toBe(false)
  expect(call('rundown.go', { id: 'r', environment: 'rehearsal' }).allowed).toBe(false)
  expect(call('rundown.choose', { id: 'r', environment: 'rehearsal' }).allowed).toBe(false)
  expect(call('rundown.list', { limit: 1 })).toEqual({ allowed: true, params: { limit: 1, environment: 'rehearsal' } })
  const head = { id: 'r', environment: 'production' }
  expect(heardBy(draft, 'rundown.changed', { rundown: head })).toBeUndefined()
  expect(heardBy(draft, 'rundown.changed', { removed: 'r' })).toBeUndefined()
  expect(heardBy(draft, 'rundown.position', { environment: 'production', position: null })).toBeUndefined()
  expect(ownPart(draft, { items: [head] })).toEqual({ items: [] })
})
