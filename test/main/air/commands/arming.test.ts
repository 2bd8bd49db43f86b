import { expect, test } from 'vitest'
import { settle } from '../../platform/ledger/support.ts'
import { createBench, destinationKey, grantOf, refusal } from './support.ts'

const arming = grantOf({ mode: 'arm' })
const stop = { command: 'stop', record: destinationKey } as const

async function armedBench() {
  const bench = createBench()
  const outcome = bench.commands.run(stop, arming)
  await settle()
  const armed = bench.commands.armed()
  if (armed === null) throw new Error('Nothing was armed')
  return { ...bench, outcome, armed }
}

// Catches a command that reaches the audience although nobody fired it.
test('an armed command is told, sends nothing, and lapses after five seconds', async () => {
  const { commands, clock, heard, submitted, outcome, armed } = await armedBench()
  expect(armed).toMatchObject({ ...stop, name: 'Main channel', environment: 'rehearsal', by: 'Stream Deck' })
  expect(Date.parse(armed.until) - clock.now()).toBe(5_000)
  await clock.advance(4_900)
  expect(commands.armed()).toEqual(armed)
  await clock.advance(200)
  expect(await outcome).toEqual({ outcome: 'lapsed' })
  expect(heard).toEqual([armed, null])
  expect(submitted).toEqual([])
  expect(await refusal(commands.fire(armed.id))).toMatchObject({
    code: 'invalid_state',
    details: { facts: { reason: 'command_lapsed' } },
  })
})

// Catches a fire that is heard twice, with another moment than its own, or over something newer than the person saw.
test('a person fires it, once, with the moment of that press', async () => {
  const { commands, clock, heard, submitted, outcome, armed, state } = await armedBench()
  await clock.advance(1_000)
  state.newest = 'newer'
  const [fired, again] = await Promise.allSettled([commands.fire(armed.id), commands.fire(armed.id)])
  expect(fired).toMatchObject({ status: 'fulfilled', value: { outcome: 'sent', intent: { id: 'i1' } } })
  expect(again).toMatchObject({ status: 'rejected', reason: { code: 'invalid_state' } })
  expect(await outcome).toMatchObject({ outcome: 'sent' })
  expect(heard).toEqual([armed, null])
  expect(submitted).toHaveLength(1)
  expect(submitted[0]?.origin.decision).toEqual({
    environment: 'rehearsal',
    pressedAt: '2026-03-01T12:00:01.000Z',
    saw: null,
  })
})

// Catches two commands of which the person sees one.
test('a second command is refused while one waits', async () => {
  const { commands, outcome, armed } = await armedBench()
  const other = commands.run({ command: 'reveal' }, grantOf({ id: 'g2', name: 'Other', mode: 'arm' }))
  expect(await refusal(other)).toMatchObject({
    code: 'invalid_state',
    details: { facts: { reason: 'command_armed', by: 'Stream Deck' } },
  })
  commands.disarm(armed.id)
  expect(await outcome).toEqual({ outcome: 'lapsed' })
})

// Catches a command that fires after sleep, when the audience sees something else.
test('sleep and a clock that was set let it lapse', async () => {
  for (const ms of [60_000, -60_000]) {
    const { commands, clock, submitted, outcome, armed } = await armedBench()
    clock.jump(ms)
    expect((await refusal(commands.fire(armed.id))).code).toBe('invalid_state')
    expect(await outcome).toEqual({ outcome: 'lapsed' })
    expect(submitted).toEqual([])
  }
})

// Catches what was refused when it was armed, or became impossible since, and goes all the same.
test('what the desk refuses is not armed, nor fired', async () => {
  const { commands, outcome, armed, state, submitted } = await armedBench()
  state.connection = 'unreachable'
  expect((await refusal(commands.fire(armed.id))).code).toBe('unreachable')
  expect((await refusal(outcome)).code).toBe('unreachable')
  expect((await refusal(commands.run(stop, arming))).code).toBe('unreachable')
  expect(commands.armed()).toBeNull()
  expect(submitted).toEqual([])
})

// Catches a command of a grant that was taken away, of a switched environment, or of a desk that closes.
test('it lapses with its grant, its environment and the desk', async () => {
  const revoked = await armedBench()
  revoked.endGrant(arming.id)
  expect(await revoked.outcome).toEqual({ outcome: 'lapsed' })
  const switched = await armedBench()
  switched.state.environment = 'development'
  switched.events.emit('environments.changed', { environments: [] })
  expect(await switched.outcome).toEqual({ outcome: 'lapsed' })
  const closed = await armedBench()
  closed.commands.stop()
  expect(await closed.outcome).toEqual({ outcome: 'lapsed' })
  const kept = await armedBench()
  kept.endGrant('another')
  expect(kept.commands.armed()).toEqual(kept.armed)
})
