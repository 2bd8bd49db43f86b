// What main sends for each command, literally.
import { expect, test } from 'vitest'
import { recordCommands } from '#contract/access-kinds.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { optionNames } from '#answers/transport.ts'
import { eventUpdate } from '#answers/broadcast/destinations.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { at, createBench, destinationKey, destinationRow, grantOf, intentOf, refusal } from './support.ts'

const profile: ProviderProfile = {
  id: 'p',
  name: 'Main',
  environment: 'rehearsal',
  options: { providerName: 'Main channel', rtmpUrl: 'rtmp://example.org' },
  secrets: { apiKey: null, apiSecret: null, authToken: null, streamKey: { $secret: 'profile/p/streamKey' } },
  updatedAt: at,
}
const write = (state: Intent['state'], options: JsonObject, details: JsonObject = {}): Intent => ({
  ...intentOf(
    {
      operation: eventUpdate,
      body: {
        options: { providerName: 'Main channel', providerId: 'out-1', ...options },
        details: { streamId: 'str_1', videoId: 'vid-1', ...details },
      },
    },
    `w-${state}`,
  ),
  state,
})

const rows: Record<string, JsonObject> = {
  live: destinationRow,
  paused: { ...destinationRow, status: 'paused', paused: true },
  stopped: { ...destinationRow, status: 'stopped', stopped: true },
  'with a mask': { ...destinationRow, streamKey: '********', apiKey: '********' },
  'without a state': { ...destinationRow, status: 'ready', started: null, stopped: null, paused: null },
  'in other spelling': {
    provider_name: 'Main channel',
    provider_id: 'out-1',
    stream_id: 'str_1',
    video_id: 'vid-1',
    status: 'LIVE',
  },
}
const writes: Record<string, Intent[]> = {
  none: [],
  confirmed: [
    write('confirmed', { streamKey: { $secret: 'draft/d/streamKey' } }, { coverPhotoUrl: 'https://example.org/a' }),
  ],
  unknown: [write('unknown', {}, { started: true, stopped: true })],
  rejected: [write('rejected', { streamKey: { $secret: 'intent/i/streamKey' } })],
}

const nothing = Object.fromEntries(optionNames.map((name) => [name, null]))
/** What every command to the bench's destination says of it where nothing else is known. */
const options = {
  providerName: 'Main channel',
  providerId: 'out-1',
  videoId: 'vid-1',
  streamId: 'str_1',
  title: 'Night show',
}
const flags = {
  start: { started: true, paused: false, stopped: false, startedOn: at, stoppedOn: null },
  pause: { started: true, paused: true, stopped: false, pausedOn: at },
  resume: { started: true, paused: false, stopped: false },
  stop: { started: true, paused: false, stopped: true, stoppedOn: at },
}

// Catches flags without times, options that are lost, and a body that a refactoring changes.
test.each(['start', 'pause', 'resume', 'stop'] as const)('%s sends its flags with the destination', async (command) => {
  const { commands, answers, state, submitted } = createBench()
  const ready = { start: rows['stopped'], pause: rows['live'], resume: rows['paused'], stop: rows['live'] }[command]
  answers.set('GET /api/video/details/all', { data: { items: [ready ?? {}] } })
  state.profiles = [{ ...profile, options: { ...nothing, ...profile.options } }]
  await commands.run({ command, record: destinationKey }, grantOf())
  expect(submitted.map(({ operation, body }) => ({ operation, body }))).toEqual([
    {
      operation: eventUpdate,
      body: {
        options: {
          ...nothing,
          ...options,
          rtmpUrl: 'rtmp://example.org',
          streamKey: { $secret: 'profile/p/streamKey' },
        },
        details: { streamId: 'str_1', videoId: 'vid-1', title: 'Night show', ...flags[command] },
      },
    },
  ])
})

// Catches a pause that ends the broadcast: a stop that was sent earlier stands in the ledger, and the platform lists words alone.
test.each(['pause', 'resume'] as const)('%s carries no end that was sent before', async (command) => {
  const { commands, answers, state, submitted } = createBench()
  const { started, paused, stopped, ...row } = destinationRow
  const status = command === 'pause' ? 'live' : 'paused'
  answers.set('GET /api/video/details/all', { data: { items: [{ ...row, status }] } })
  state.writes = [write('confirmed', {}, { started: false, stopped: true, stoppedOn: at })]
  await commands.run({ command, record: destinationKey }, grantOf())
  const { details } = submitted[0]?.body as { details: JsonObject }
  expect(details).not.toHaveProperty('stopped')
  expect(details).not.toHaveProperty('stoppedOn')
  expect(details).not.toHaveProperty('started')
  expect(details.paused).toBe(command === 'pause')
  expect([started, paused, stopped]).toEqual([true, false, false])
})

// Catches a mask that travels, whatever was read and sent before.
test('no command sends a mask', async () => {
  let sent = 0
  for (const row of Object.values(rows))
    for (const intents of Object.values(writes))
      for (const profiles of [[], [profile]])
        for (const command of ['start', 'pause', 'resume', 'stop'] as const) {
          const { commands, answers, state, submitted } = createBench()
          answers.set('GET /api/video/details/all', { data: { items: [row] } })
          state.writes = intents
          state.profiles = profiles
          await commands.run({ command, record: destinationKey }, grantOf()).catch(() => undefined)
          if (submitted.length === 0) continue
          sent += 1
          const { operation, body } = submitted[0] ?? { operation: '' }
          expect(operation).toBe(eventUpdate)
          expect(JSON.stringify(body)).not.toContain('***')
        }
  expect(sent).toBeGreaterThan(40)
})

// Catches a poll that is hidden instead of revealed, an ad for another stream or time, a clip without its stream.
test('a poll, an ad, a clip and a mark', async () => {
  const { commands, submitted, saved } = createBench()
  for (const command of ['reveal', 'winner', 'hide', 'close'] as const) await commands.run({ command }, grantOf())
  await commands.run({ command: 'runAd', record: 'ad_1' }, grantOf())
  await commands.run({ command: 'clip', title: 'Clip 1' }, grantOf())
  await commands.run({ command: 'mark', title: 'Mark 1' }, grantOf())
  const poll = (status: string, votingOpen: boolean, resultsVisible: boolean, winnerVisible: boolean) => ({
    operation: 'PUT /api/vote/embed/update',
    body: { embedId: 'emb_1', status, votingOpen, resultsVisible, winnerVisible },
  })
  expect(submitted.map(({ operation, body }) => ({ operation, body }))).toEqual([
    poll('revealed', true, true, false),
    poll('winner', false, true, true),
    poll('hidden', false, false, false),
    poll('closed', false, false, false),
    {
      operation: 'POST /api/ads/placement/create',
      body: {
        title: 'Drinks',
        advertisementId: 'ad_1',
        streamId: 'str_1',
        startsAt: at,
        durationSeconds: 30,
      },
    },
    { operation: 'POST /api/video/stream/createClip', body: { streamId: 'str_1', title: 'Clip 1' } },
  ])
  expect(saved).toMatchObject([
    {
      operation: 'POST /api/video/stream/createClip',
      body: { streamId: 'str_1', title: 'Mark 1', at, offsetSeconds: 3_600 },
    },
  ])
  for (const { operation, body } of submitted)
    expect(operations.get(operation)?.body?.safeParse(body).success ?? true, operation).toBe(true)
})

// Catches a command that reaches money or deletes.
test('every command is one write that neither pays nor deletes', async () => {
  for (const command of recordCommands) {
    const { commands, answers, submitted, saved } = createBench()
    const row = command === 'start' ? rows['stopped'] : command === 'resume' ? rows['paused'] : rows['live']
    answers.set('GET /api/video/details/all', { data: { items: [row ?? {}] } })
    await commands.run({ command, ...(command !== 'mark' && { title: 'T' }) }, grantOf()).catch(() => undefined)
    const [one] = [...submitted, ...(saved as unknown as typeof submitted)]
    const operation = operations.get(one?.operation ?? '')
    expect(operation?.kind, command).toMatch(/^(?:create|update|act)$/)
    expect(['money', 'destroy'], command).not.toContain(operation?.risk)
  }
})

// Catches an ad of a length that somebody made up.
test('an ad runs as long as it says, else as the person said, else not', async () => {
  const { commands, answers, submitted } = createBench()
  answers.set('GET /api/ads/placement/all', { data: { items: [{ placementId: 'ad_1', title: 'Drinks' }] } })
  const told = await refusal(commands.run({ command: 'runAd', record: 'ad_1' }, grantOf()))
  expect(told.details.facts).toMatchObject({ reason: 'ad_without_length' })
  await commands.run({ command: 'runAd', record: 'ad_1', seconds: 30 }, grantOf())
  expect(submitted.map(({ body }) => body)).toMatchObject([{ title: 'Drinks', durationSeconds: 30 }])
})

// Catches a grant that decides what becomes of credentials, and a person's decision that is lost.
test('what is left out is decided at the desk alone', async () => {
  const { commands, answers, submitted } = createBench()
  const names = ['providerName', 'providerId', 'streamId', 'videoId']
  const known = Object.fromEntries(Object.entries(destinationRow).filter(([name]) => names.includes(name)))
  const bare = { ...known, id: 'det_1', status: 'stopped', stopped: true }
  answers.set('GET /api/video/details/all', { data: { items: [bare] } })
  const start = { command: 'start', record: destinationKey, without: 'null' } as const
  expect((await refusal(commands.run(start, grantOf()))).details.facts).toMatchObject({ reason: 'options_withheld' })
  await commands.run(start, ofPage)
  expect(submitted).toHaveLength(1)
  expect(submitted[0]?.body).toMatchObject({ options: { providerName: 'Main channel', streamKey: null } })
  expect((await refusal(commands.run({ ...start, without: undefined }, ofPage))).details.facts).toMatchObject({
    reason: 'options_withheld',
  })
})

// Catches a start that can't be repeated although nobody knows what became of it, and one that any caller repeats.
test('a command of unknown outcome is repeated by the desk alone, and by its own intent', async () => {
  const { commands, answers, state, submitted } = createBench()
  answers.set('GET /api/video/details/all', { data: { items: [rows['stopped'] ?? {}] } })
  state.writes = [write('unknown', {}, { started: true, stopped: false })]
  const start = { command: 'start', record: destinationKey, without: 'leave' } as const
  const again = { ...start, again: state.writes[0]?.id }
  for (const [input, caller] of [
    [start, ofPage],
    [{ ...start, again: 'another' }, ofPage],
    [again, grantOf()],
  ] as const)
    expect((await refusal(commands.run(input, caller))).details.facts).toMatchObject({ reason: 'command_not_possible' })
  await commands.run(again, ofPage)
  expect(submitted).toHaveLength(1)
})

// Catches a decision of the page that does not reach the ledger, and one for another environment that is sent.
test('environment, moment, what was seen and what was shown go with the command', async () => {
  const { bare, submitted, state } = createBench()
  const shown = { stream: 'str_1', destinations: [{ key: destinationKey, event: 'det_1' }] }
  const decision = { environment: 'rehearsal', pressedAt: at, saw: 'i7' } as const
  await bare.run({ command: 'stop', record: destinationKey, shown, ...decision }, ofPage)
  expect(submitted[0]?.origin).toMatchObject({ environment: 'rehearsal', decision })
  const elsewhere = { command: 'stop', record: destinationKey, shown, ...decision, environment: 'production' } as const
  expect((await refusal(bare.run(elsewhere, ofPage))).details.facts).toMatchObject({ reason: 'environment_changed' })
  state.newest = 'i9'
  expect(bare.newest({ command: 'stop', record: destinationKey }, ofPage)).toEqual({ id: 'i9' })
})
