import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { CommandInput } from '../../../../main/air/commands/types.ts'
import { at, createBench, destinationKey, destinationRow, grantOf, refusal, shownAtFirst } from './support.ts'

const press = '11111111-1111-4111-8111-111111111111'

// Catches a command that is missing from the list, a lamp that shows the opposite, and a value that nobody read.
test('the list names every command with its record, its state and when that was read', async () => {
  const { commands } = createBench()
  const list = await commands.list(grantOf())
  const of = (command: string) => list.filter((one) => one.command === command)
  expect(of('stop')).toEqual([
    {
      command: 'stop',
      record: destinationKey,
      name: 'Main channel',
      state: 'live',
      active: true,
      readAt: at,
      shown: shownAtFirst('stop'),
    },
  ])
  expect(of('start')).toMatchObject([{ record: destinationKey, active: false }])
  expect(of('reveal')).toMatchObject([{ record: 'emb_1', name: 'Red or blue?', state: 'live', active: true }])
  expect(of('hide')).toMatchObject([{ record: 'emb_1', active: true }])
  expect(of('runAd')).toMatchObject([{ record: 'ad_1', name: 'Drinks', active: true }])
  expect(of('clip')).toMatchObject([
    { command: 'clip', record: 'str_1', name: 'Night show', shown: { stream: 'str_1' } },
  ])
  expect(of('mark')).toHaveLength(1)
})

// Catches a grant that sees commands it may not run, reads that it does not need, and what belongs to another environment.
test('a grant sees its own commands alone, and holds their reads under a name of its own', async () => {
  const { commands, state } = createBench()
  const list = await commands.list(grantOf({ commands: ['reveal'] }))
  expect(list.map(({ command }) => command)).toEqual(['reveal'])
  expect(state.read).toEqual(['POST /api/vote/embed/get'])
  expect(new Set(state.pages)).toEqual(new Set(['commands/g1']))
  state.environment = 'development'
  expect(await commands.list(grantOf())).toEqual([])
})

// Catches a list that asks the platform each time that a lamp asks.
test('what was read once is not read again for the list', async () => {
  const { commands, state, clock } = createBench()
  await commands.list(grantOf({ commands: ['reveal'] }))
  await clock.advance(60_000)
  const [target] = await commands.list(grantOf({ commands: ['reveal'] }))
  expect(state.read).toHaveLength(1)
  expect(target?.readAt).toBe(at)
})

// Catches a body that differs from the desk's, a decision that is left out, and a deed that nobody can read.
test('a stop goes to the ledger as the live view sends it', async () => {
  const { commands, submitted, state } = createBench()
  state.newest = 'i0'
  const outcome = await commands.run({ command: 'stop', record: destinationKey, press }, grantOf())
  expect(outcome).toMatchObject({ outcome: 'sent', intent: { id: 'i1' } })
  const [sent] = submitted
  expect(sent?.body).toMatchObject({
    options: { providerName: 'Main channel', streamKey: null },
    details: { streamId: 'str_1', started: true, stopped: true, paused: false, stoppedOn: at },
  })
  expect(sent?.origin).toMatchObject({
    press,
    environment: 'rehearsal',
    decision: { environment: 'rehearsal', pressedAt: at, saw: 'i0' },
    deed: { code: 'broadcast_stopped', facts: { id: 'str_1', name: 'Night show' } },
  })
})

// Catches a stop that waits for a platform that does not answer.
test('a command waits two seconds for a read, then goes by what is known', async () => {
  const { commands, submitted, state, clock } = createBench()
  await commands.list(grantOf())
  state.silent = true
  await clock.advance(60_000)
  const run = commands.run({ command: 'stop', record: destinationKey }, grantOf())
  await clock.advance(2_500)
  await run
  expect(submitted).toHaveLength(1)
})

// Catches a second stop from a button that sends its press again, and a press that means two things.
test('the same press gives the first outcome, and a refusal leaves it free', async () => {
  const { commands, submitted, state } = createBench()
  state.connection = 'unreachable'
  await refusal(commands.run({ command: 'stop', press }, grantOf()))
  state.connection = 'reachable'
  const input: CommandInput = { command: 'stop', press }
  const [one, two] = await Promise.all([commands.run(input, grantOf()), commands.run(input, grantOf())])
  expect(two).toEqual(one)
  expect(submitted).toHaveLength(1)
  expect(await refusal(commands.run({ command: 'reveal', press }, grantOf()))).toMatchObject({
    code: 'conflict',
    details: { facts: { reason: 'press_used' } },
  })
})

// Catches a press that is refused after a restart although its command was sent.
test('a press from before a restart gives what was sent then', async () => {
  const { commands, submitBy } = createBench()
  submitBy(() =>
    Promise.reject(new DeskError('conflict', 'Used', { facts: { reason: 'press_used', intent: 'earlier' } })),
  )
  expect(await commands.run({ command: 'stop', press }, grantOf())).toMatchObject({
    outcome: 'sent',
    intent: { id: 'earlier' },
  })
  expect(await refusal(commands.run({ command: 'pause', press: press.replace(/^1/, '2') }, grantOf()))).toMatchObject({
    code: 'conflict',
  })
})

// Catches a command that is sent late or blindly where the desk's own button is off.
test('what the live view refuses is refused, and nothing is sent', async () => {
  const { commands, submitted, state, answers, clock } = createBench()
  const reasonOf = async (input: CommandInput): Promise<unknown> => {
    // What was read before is read again.
    await clock.advance(10_000)
    const { code, details } = await refusal(commands.run(input, grantOf()))
    return [code, details.facts?.reason]
  }
  expect(await reasonOf({ command: 'start' })).toEqual(['invalid_state', 'command_not_possible'])
  expect(await reasonOf({ command: 'stop', record: 'gone', shown: { stream: 'str_1', destinations: [] } })).toEqual([
    'not_found_here',
    'command_record_unknown',
  ])
  answers.set('POST /api/vote/embed/get', { data: { embedId: 'emb_1', status: 'revealed' } })
  expect(await reasonOf({ command: 'reveal' })).toEqual(['invalid_state', 'command_not_possible'])
  answers.set('GET /api/ads/placement/all', { data: { items: [{ placementId: 'pl_1', title: 'Drinks' }] } })
  expect(await reasonOf({ command: 'runAd', shown: { stream: 'str_1', ad: 'pl_1' } })).toEqual([
    ...['invalid_state', 'ad_without_length'],
  ])
  state.connection = 'unreachable'
  expect(await reasonOf({ command: 'stop' })).toEqual(['unreachable', undefined])
  state.connection = 'reachable'
  state.key = 'absent'
  expect(await reasonOf({ command: 'stop' })).toEqual(['no_credentials', 'credential_absent'])
  state.key = 'found'
  state.gates = [
    {
      environment: 'rehearsal',
      product: 'Livestream',
      credential: 'apiKey',
      until: at,
      retryAfterMs: 9,
      source: 'backoff',
    },
  ]
  expect(await reasonOf({ command: 'clip' })).toEqual(['rate_limited', 'product_waits'])
  state.broadcast = { environment: 'rehearsal' }
  expect(await reasonOf({ command: 'stop', shown: { stream: null, destinations: [] } })).toEqual([
    ...['invalid_state', 'no_stream_chosen'],
  ])
  expect(await reasonOf({ command: 'hide', shown: {} })).toEqual(['invalid_state', 'no_poll_chosen'])
  expect(submitted).toEqual([])
})

// Catches a start without a credential that the platform would lose, and a stop that waits for one.
test('a start waits for credentials that the desk lacks, a stop does not', async () => {
  const { commands, submitted, answers, clock } = createBench()
  const row = { ...destinationRow, streamKey: '********' }
  answers.set('GET /api/video/details/all', { data: { items: [{ ...row, status: 'stopped', stopped: true }] } })
  const refused = await refusal(commands.run({ command: 'start' }, grantOf()))
  expect(refused.details.facts).toMatchObject({ reason: 'options_withheld', fields: ['streamKey'] })
  answers.set('GET /api/video/details/all', { data: { items: [row] } })
  await clock.advance(10_000)
  await commands.run({ command: 'stop' }, grantOf())
  expect(submitted[0]?.body).not.toHaveProperty('options.streamKey')
})

// Catches a guess which of two destinations a button means.
test('without a record the only one is meant, and several are none', async () => {
  const { commands, answers } = createBench()
  const other = { ...destinationRow, providerName: 'Second', providerId: 'out-2', videoId: 'vid-2' }
  answers.set('GET /api/video/details/all', { data: { items: [destinationRow, other] } })
  expect(await refusal(commands.run({ command: 'stop' }, grantOf()))).toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'command_record_needed' }, fields: [{ path: 'record' }] },
  })
})

// Catches a command of another grant, or of another environment.
test('what was not granted is forbidden', async () => {
  const { commands, state } = createBench()
  const stop: CommandInput = { command: 'stop' }
  const forbidden = { code: 'forbidden', details: { facts: { reason: 'command_not_granted' } } }
  expect(await refusal(commands.run(stop, grantOf({ commands: ['clip'] })))).toMatchObject(forbidden)
  expect(await refusal(commands.run(stop, grantOf({ scope: 'draft' })))).toMatchObject(forbidden)
  state.environment = 'development'
  expect(await refusal(commands.run(stop, grantOf()))).toMatchObject(forbidden)
})

// Catches a mark that is sent, that waits for the platform, or that loses its moment.
test('a mark is kept as a draft, also offline and without a read', async () => {
  const { commands, submitted, saved, state } = createBench()
  state.connection = 'unreachable'
  state.silent = true
  const outcome = await commands.run({ command: 'mark', title: 'Goal' }, grantOf({ mode: 'arm' }))
  expect(outcome).toMatchObject({ outcome: 'kept', draft: { id: 'd1', title: 'Goal', tags: ['mark'] } })
  expect(saved[0]).toMatchObject({
    operation: 'POST /api/video/stream/createClip',
    body: { streamId: 'str_1', title: 'Goal', at },
    environment: 'rehearsal',
  })
  expect(submitted).toEqual([])
})

// Catches a clip without its title, and one that expires although it is an edit.
test('a clip carries its moment, and does not grow too old', async () => {
  const { commands, submitted } = createBench()
  await commands.run({ command: 'clip' }, grantOf())
  expect(submitted[0]).toMatchObject({
    body: { streamId: 'str_1', title: 'Clip 01:00:00' },
    origin: { decision: { environment: 'rehearsal' }, deed: { code: 'clip_made' } },
  })
  expect(submitted[0]?.origin.decision).not.toHaveProperty('pressedAt')
})

// Catches a command that reaches the audience after its grant was taken away while the desk was still reading.
test.each(['fire', 'arm'] as const)(
  'a grant that ends while its command is prepared sends nothing (%s)',
  async (mode) => {
    const { commands, submitted, state, clock, heard, endGrant } = createBench()
    await commands.list(grantOf())
    state.silent = true
    await clock.advance(60_000)
    const run = commands.run({ command: 'stop', record: destinationKey, press }, grantOf({ mode }))
    endGrant('g1')
    const why = refusal(run)
    await clock.advance(2_500)
    expect(await why).toMatchObject({ code: 'cancelled', details: { facts: { reason: 'grant_ended' } } })
    expect(submitted).toEqual([])
    expect(heard).toEqual([])
  },
)

// Catches a command that waits in the ledger and goes although its grant has ended meanwhile.
test('the ledger can ask until the end whether the grant is still held', async () => {
  const { commands, submitted, endGrant } = createBench()
  await commands.run({ command: 'stop', record: destinationKey }, grantOf())
  const [{ origin } = { origin: undefined }] = submitted
  expect(origin?.mayGo?.()).toBe(true)
  endGrant('g1')
  expect(origin?.mayGo?.()).toBe(false)
})

// Catches a press that fires when a desk that stood still goes on, and one that arms or marks another moment.
test('a press that arrives late carries its moment, arms nothing and marks nothing', async () => {
  const { commands, submitted, saved, heard, clock } = createBench()
  const pressedAt = new Date(clock.now() - 12_000).toISOString()
  const input = { command: 'stop', record: destinationKey, pressedAt } as const
  await commands.run(input, grantOf())
  // The ledger refuses it, after it has answered a press that it knows.
  expect(submitted.map(({ origin }) => origin.decision?.pressedAt)).toEqual([pressedAt])
  const late = { code: 'cancelled', details: { facts: { reason: 'press_too_old', ageMs: 12_000 } } }
  expect(await refusal(commands.run(input, grantOf({ mode: 'arm' })))).toMatchObject(late)
  expect(await refusal(commands.run({ command: 'mark', pressedAt }, grantOf()))).toMatchObject(late)
  expect(heard).toEqual([])
  expect(saved).toEqual([])
})
