// What a controller or a dock fires is what it showed.
import { expect, test } from 'vitest'
import { onAirCommands } from '#contract/access-kinds.ts'
import type { Shown } from '#contract/shown.ts'
import { createNames, shownError } from '../../../../main/air/commands/shown.ts'
import { createBench, destinationKey, destinationRow, grantOf, refusal, shownAtFirst } from './support.ts'

const now = '2026-03-01T12:00:00.000Z'
const factsOf = async (work: Promise<unknown>) => {
  const { code, details } = await refusal(work)
  return { code, ...details.facts }
}

// Catches a command that is sent however long ago it was pressed, and one that says nothing of what was shown: from a
// grant, and from the desk itself.
test.each([...onAirCommands])('%s says when it was pressed and what was shown, whoever asks', async (command) => {
  const { bare, submitted } = createBench()
  const shown = shownAtFirst(command)
  for (const caller of [grantOf(), grantOf({ mode: 'arm' }), { scope: 'desk' } as never]) {
    expect(await factsOf(bare.run({ command, shown }, caller))).toMatchObject({
      code: 'invalid_input',
      reason: 'moment_needed',
    })
    expect(await factsOf(bare.run({ command, pressedAt: now }, caller))).toMatchObject({
      code: 'invalid_input',
      reason: 'shown_needed',
    })
  }
  expect(submitted).toEqual([])
})

// Catches what reaches no audience, and is refused for want of a moment.
test('a clip and a mark need neither', async () => {
  const { bare, submitted, saved } = createBench()
  await bare.run({ command: 'clip' }, grantOf())
  await bare.run({ command: 'mark' }, grantOf())
  expect([submitted.length, saved.length]).toEqual([1, 1])
})

// Catches the poll that is revealed because it was chosen between arming and firing.
test('a reveal armed for one poll does not reveal the poll that is chosen meanwhile', async () => {
  const { commands, state, submitted } = createBench()
  await commands.list(grantOf())
  state.broadcast = { ...state.broadcast, poll: { id: 'emb_2', name: 'The secret one' } }
  const asked = { command: 'reveal', shown: { poll: 'emb_1' } } as const
  expect(await factsOf(commands.run(asked, grantOf()))).toMatchObject({
    ...{ code: 'conflict', reason: 'shown_changed', part: 'poll' },
    ...{ shown: ['Red or blue?'], instead: ['The secret one'] },
  })
  delete state.broadcast.poll
  expect(await factsOf(commands.run(asked, grantOf()))).toMatchObject({ reason: 'shown_gone', part: 'poll' })
  expect(submitted).toEqual([])
})

// Catches a destination of the same name that goes on air on another stream, with and without a record in the command.
test('a command for a destination of one stream does not reach the same destination of another', async () => {
  const { commands, state, submitted, answers, clock } = createBench()
  await commands.list(grantOf())
  state.broadcast = { ...state.broadcast, stream: { id: 'str_2', name: 'Other show' } }
  answers.set('GET /api/video/details/all', { data: { items: [{ ...destinationRow, streamId: 'str_2' }] } })
  await clock.advance(10_000)
  for (const command of ['stop', 'pause'] as const)
    for (const record of [destinationKey, undefined])
      expect(
        await factsOf(commands.run({ command, ...(record !== undefined && { record }) }, grantOf())),
      ).toMatchObject({
        ...{ code: 'conflict', reason: 'shown_changed', part: 'stream' },
        ...{ shown: ['Night show'], instead: ['Other show'] },
      })
  expect(await factsOf(commands.run({ command: 'runAd' }, grantOf()))).toMatchObject({ part: 'stream' })
  expect(submitted).toEqual([])
})

// Catches a start that goes to another event because it has the same provider.
test('another event at the same destination is another one, except for a stop', async () => {
  const { commands, submitted, answers, clock } = createBench()
  await commands.list(grantOf())
  const other = { ...destinationRow, id: 'det_2', status: 'idle', started: false }
  answers.set('GET /api/video/details/all', { data: { items: [other] } })
  await clock.advance(10_000)
  expect(await factsOf(commands.run({ command: 'start' }, grantOf()))).toMatchObject({ part: 'destinations' })
  answers.set('GET /api/video/details/all', { data: { items: [{ ...destinationRow, id: 'det_2' }] } })
  await clock.advance(10_000)
  await commands.run({ command: 'stop' }, grantOf())
  expect(submitted).toHaveLength(1)
})

// Catches a stop that is withheld because the platform's list does not name the destination any more.
test('a stop reaches what was shown also where the list lacks it now', async () => {
  const { commands, submitted, answers, clock } = createBench()
  await commands.list(grantOf())
  answers.set('GET /api/video/details/all', { data: { items: [] } })
  await clock.advance(10_000)
  await commands.run({ command: 'stop', record: destinationKey }, grantOf())
  expect(submitted[0]?.body).toMatchObject({ options: { providerName: 'Main channel' }, details: { stopped: true } })
  expect(await factsOf(commands.run({ command: 'start', record: destinationKey }, grantOf()))).toMatchObject({
    reason: 'shown_gone',
  })
})

// Catches what is chosen while the command waits for a person, or while it is about to be sent.
test('it is compared again when a person fires it, and in the commit that sends it', async () => {
  const { commands, state, submitted, heard } = createBench()
  const outcome = commands.run({ command: 'reveal' }, grantOf({ mode: 'arm' }))
  const refused = refusal(outcome)
  await expect.poll(() => heard.length).toBe(1)
  state.broadcast = { ...state.broadcast, poll: { id: 'emb_2', name: 'The secret one' } }
  const id = commands.armed()?.id ?? ''
  expect(await factsOf(commands.fire(id))).toMatchObject({ code: 'conflict', part: 'poll' })
  expect((await refused).code).toBe('conflict')
  expect(submitted).toEqual([])

  state.broadcast = { ...state.broadcast, poll: { id: 'emb_1', name: 'Poll' } }
  await commands.run({ command: 'reveal' }, grantOf())
  const refuse = submitted[0]?.origin.refuse
  expect(refuse?.()).toBeUndefined()
  state.broadcast = { ...state.broadcast, poll: { id: 'emb_2', name: 'The secret one' } }
  expect(refuse?.()?.details.facts).toMatchObject({ reason: 'shown_changed', part: 'poll' })
})

// Catches a difference that passes, in either direction and for each part.
test('every part counts, what is missing and what was added', () => {
  const names = createNames()
  const whole: Shown = {
    ...{ stream: 'str_1', destinations: [{ key: 'a' }, { key: 'b', event: 'e1' }], poll: 'p', ad: 'd', cue: 'c' },
    ...{ encoder: 'enc_1', scene: 'Main', order: 'encoderFirst', recording: true },
  }
  expect(shownError(whole, structuredClone(whole), names.of)).toBeUndefined()
  // In another order, and with an event that one side does not know, it is the same.
  const same = { ...whole, destinations: [{ key: 'b' }, { key: 'a', event: 'e9' }] }
  expect(shownError(whole, same, names.of)).toBeUndefined()
  const others: Shown[] = [
    { stream: 'str_2' },
    { stream: null },
    { destinations: [{ key: 'a' }] },
    { destinations: [{ key: 'a' }, { key: 'b', event: 'e2' }] },
    { destinations: [{ key: 'a' }, { key: 'b', event: 'e1' }, { key: 'c' }] },
    { destinations: [{ key: 'a' }, { key: 'x' }] },
    ...[{ poll: 'q' }, { ad: 'e' }, { cue: 'd' }, { encoder: 'enc_2' }, { encoder: null }],
    ...([{ scene: 'Bye' }, { scene: null }, { order: 'platformFirst' }, { recording: false }] as const),
  ]
  for (const other of others) {
    const [part] = Object.keys(other)
    expect(shownError(whole, { ...whole, ...other }, names.of)?.details.facts, JSON.stringify(other)).toMatchObject({
      part,
    })
    expect(shownError({ ...whole, ...other }, whole, names.of)?.details.facts, JSON.stringify(other)).toMatchObject({
      part,
    })
  }
})
