import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { z } from 'zod'
import { commandBody, destinationsOf, eventUpdate } from '#answers/broadcast/destinations.ts'
import { runNowBody, readAds } from '#answers/placements.ts'
import { stepOf } from '#answers/poll/steps.ts'
import { describeOperations, operations } from '../../../../main/platform/catalog/index.ts'
import { at, createBench, destinationKey, destinationRow, grantOf, intentOf } from './support.ts'

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

/** As the page learns them. */
const details = Object.keys(
  describeOperations().find(({ key }) => key === eventUpdate)?.body?.properties?.details?.properties ?? {},
)

// Catches a body of a grant's command that differs from the live desk's for the same records, in any option or detail.
test('a transport command is the request that the live view sends', async () => {
  let sent = 0
  for (const [rowName, row] of Object.entries(rows))
    for (const [writeName, intents] of Object.entries(writes))
      for (const profiles of [[], [profile]])
        for (const command of ['start', 'pause', 'resume', 'stop'] as const) {
          const { commands, answers, state, submitted } = createBench()
          const data = { data: { items: [row] } }
          answers.set('GET /api/video/details/all', data)
          state.writes = intents
          state.profiles = profiles
          const [destination] = destinationsOf(data, intents, 'str_1', undefined, Date.parse(at))
          if (destination === undefined) throw new Error(`Nothing was read of ${rowName}`)
          await commands.run({ command, record: destinationKey }, grantOf()).catch(() => undefined)
          if (submitted.length === 0) continue
          sent += 1
          const { operation, body } = submitted[0] ?? { operation: '' }
          expect({ operation, body }, `${command}, ${rowName}, ${writeName}`).toEqual({
            operation: eventUpdate,
            body: commandBody(command, destination, details, profiles, at),
          })
          expect(JSON.stringify(body)).not.toContain('***')
        }
  expect(sent).toBeGreaterThan(40)
})

// Catches a poll or an ad that a grant sends otherwise than the panel.
test('a poll and an ad are the requests of their panels', async () => {
  const { commands, answers, submitted } = createBench()
  await commands.run({ command: 'reveal' }, grantOf())
  await commands.run({ command: 'runAd', record: 'ad_1' }, grantOf())
  expect(submitted[0]?.body).toEqual({ embedId: 'emb_1', ...stepOf('reveal').fields })
  const [ad] = readAds(answers.get('GET /api/ads/placement/all'), 'str_1', Date.parse(at)).choices
  if (ad === undefined) throw new Error('No ad was read')
  expect(submitted[1]?.body).toEqual(runNowBody(ad, 'str_1', at, 30))
  for (const { operation, body } of submitted) {
    const schema = operations.get(operation)?.body ?? z.unknown()
    expect(schema.safeParse(body).success, operation).toBe(true)
  }
})
