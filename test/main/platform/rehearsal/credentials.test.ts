// A published event's credentials: listed as they were sent, and what an update does to one that it leaves out.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { items, stage, type Stage } from './support.ts'

const publish = 'PUT /api/video/event/update'
const key = { providerName: 'Output two', providerId: 'out-2' }
const sent = { apiKey: 'sesame-1', apiSecret: 'sesame-2', authToken: 'sesame-3', streamKey: 'sesame-4' }
const details = { streamId: 'str_1', videoId: 'vid-9', started: true, paused: false, stopped: false }

async function listed(platform: Stage): Promise<JsonObject | undefined> {
  return items(await platform.ask('GET /api/video/details/all')).find(
    ({ providerName }) => providerName === 'Output two',
  )
}
async function published(): Promise<Stage> {
  const platform = await stage()
  await platform.ask(publish, { body: { options: { ...key, ...sent }, details } })
  return platform
}
const update = (platform: Stage, options: JsonObject) =>
  platform.ask(publish, { body: { options: { ...key, ...options }, details: { ...details, stopped: true } } })

// Catches a rehearsal that hides what a platform lists: no test would meet a masked field.
it('lists them, those of the seed too', async () => {
  const platform = await published()
  expect(await listed(platform)).toMatchObject(sent)
  const seeded = items(await platform.ask('GET /api/video/details/all')).filter(
    ({ status, providerName }) => providerName === 'Output one' && status === 'ended',
  )
  expect(seeded.map(({ streamKey }) => streamKey)).toEqual([expect.stringMatching(/^not-a-real-/)])
})

describe('an update that leaves some out', () => {
  // Catches a rule that stops a broadcast from stopping, or that changes what it says it keeps.
  it.each([
    { rule: 'keep' as const, after: sent },
    { rule: 'clear' as const, after: { apiKey: 'sesame-1', apiSecret: null, authToken: null, streamKey: null } },
  ])('$rule', async ({ rule, after }) => {
    const platform = await published()
    platform.setCredentialRule(rule)
    expect((await update(platform, { apiKey: 'sesame-1' })).status).toBe(200)
    expect(await listed(platform)).toMatchObject({ status: 'ended', ...after })
  })

  it('refuse names each field that is missing and changes nothing', async () => {
    const platform = await published()
    platform.setCredentialRule('refuse')
    const { status, error } = await update(platform, { apiKey: 'sesame-1', authToken: null })
    expect([status, error.code]).toEqual([400, 'invalid_request'])
    expect(error.fields).toEqual([
      { path: 'options.apiSecret', message: 'is missing' },
      { path: 'options.streamKey', message: 'is missing' },
    ])
    expect(await listed(platform)).toMatchObject({ status: 'live', ...sent })
  })

  it.each(['keep', 'clear', 'refuse'] as const)('null clears under %s', async (rule) => {
    const platform = await published()
    platform.setCredentialRule(rule)
    expect((await update(platform, { apiKey: null, apiSecret: null, authToken: null, streamKey: null })).status).toBe(
      200,
    )
    expect(await listed(platform)).toMatchObject({
      status: 'ended',
      apiKey: null,
      apiSecret: null,
      authToken: null,
      streamKey: null,
    })
  })
})
