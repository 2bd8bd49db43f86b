import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { reply } from '../../support/stub-platform.ts'
import { openDesk, type TestDesk } from './desk.ts'

const event = 'PUT /api/video/event/update'
const streamKey = 'live-key-of-the-night-55'
const flags = {
  start: { started: true, paused: false, stopped: false },
  pause: { started: true, paused: true },
  stop: { started: true, paused: false, stopped: true },
}

/** An event that was published from a draft with two secrets; answers the options as the draft holds them. */
async function published(desk: TestDesk): Promise<{ draft: string; options: JsonObject }> {
  const draft = await desk.ask('drafts.save', {
    operation: event,
    title: 'Night',
    body: {
      options: { providerName: 'Main', apiKey: 'provider-key-of-main-91', streamKey },
      details: { streamId: 's1', started: true },
    },
  })
  expect(await desk.ask('drafts.submit', { id: draft.id })).toMatchObject({ state: 'confirmed' })
  return { draft: draft.id, options: (draft.body as { options: JsonObject }).options }
}

const command = (options: JsonObject, action: keyof typeof flags) => ({
  operation: event,
  body: { options: { ...options }, details: { streamId: 's1', ...flags[action] } },
})
const last = (desk: TestDesk) => desk.written().at(-1) as { options: JsonObject }

// Catches a stop that ends as secret_missing: its draft was removed for good while it was on air.
it.each(['stop', 'pause'] as const)('%s goes without the secrets of a draft that is gone', async (action) => {
  const desk = await openDesk()
  const { draft, options } = await published(desk)
  await desk.ask('drafts.remove', { id: draft, forever: true })
  const intent = await desk.ask('ledger.submit', command(options, action))
  expect(intent).toMatchObject({
    state: 'confirmed',
    evidence: expect.arrayContaining([
      expect.objectContaining({ code: 'sent_without', facts: { fields: ['options.apiKey', 'options.streamKey'] } }),
    ]) as unknown,
  })
  expect(last(desk).options).toEqual({ providerName: 'Main' })
  expect(await desk.ask('ledger.submit', command(options, 'start'))).toMatchObject({
    state: 'rejected',
    error: { code: 'secret_missing' },
  })
})

// Catches a stop that waits for a keychain: after a restart it is locked, and the desk holds nothing in memory.
it('stop goes without the secrets of a locked keychain, asked once, with the key that is held for what is on air', async () => {
  const desk = await openDesk()
  const { options } = await published(desk)
  await desk.restart()
  await desk.ask('platform.read', { operation: 'GET /api/video/details/all' })
  desk.lock.shut = true
  expect(await desk.ask('ledger.submit', command(options, 'stop'))).toMatchObject({ state: 'confirmed' })
  expect(last(desk).options).toEqual({ providerName: 'Main' })
  const start = await desk.ask('ledger.submit', command(options, 'start'))
  expect(start).toMatchObject({ state: 'rejected', error: { code: 'keychain_locked' } })
  desk.lock.shut = false
  expect(await desk.ask('ledger.submit', command(options, 'stop'))).toMatchObject({ state: 'confirmed' })
  expect(last(desk).options).toEqual({ providerName: 'Main', apiKey: 'provider-key-of-main-91', streamKey })
})

// Catches a refusal that does not say what was left out, so that no screen can offer to send null instead.
it('a platform that refuses the body without them is told with the fields, and takes null', async () => {
  const desk = await openDesk(({ body }, response) => {
    const { options } = JSON.parse(body || '{}') as { options?: JsonObject }
    if (options !== undefined && !('streamKey' in options))
      return reply(response, 400, {
        error: { code: 'invalid_request', message: 'options.streamKey is missing' },
        requestId: 'r2',
      })
    reply(response, 200, { data: { id: 'x1', status: 'updated' }, requestId: 'r1' })
  })
  const { options } = await published(desk)
  await desk.restart()
  await desk.ask('platform.read', { operation: 'GET /api/video/details/all' })
  desk.lock.shut = true
  expect(await desk.ask('ledger.submit', command(options, 'stop'))).toMatchObject({
    state: 'rejected',
    error: {
      status: 400,
      facts: { reason: 'credential_not_at_hand', fields: ['options.apiKey', 'options.streamKey'] },
    },
  })
  expect(await desk.ask('ledger.submit', command({ ...options, apiKey: null, streamKey: null }, 'stop'))).toMatchObject(
    { state: 'confirmed' },
  )
})

/** What a page asks the desk to keep fresh. */
const watch = {
  page: 'page-of-the-test-1',
  visible: true,
  watches: [{ operation: 'POST /api/video/stream/getStatus', body: { streamId: 's1' }, pace: 'status' as const }],
}

// Catches a stop that ends as keychain_locked since the screen was locked while something was on air, and a key that stays in memory after that.
it('locking the screen keeps the key of what was seen on air, until it was seen to end', async () => {
  let status = 'live'
  const desk = await openDesk(({ url }, response) => {
    if (url.endsWith('/getStatus')) return reply(response, 200, { data: { id: 's1', status }, requestId: 'r1' })
    reply(response, 200, { data: { id: 'x1', status: 'updated' }, requestId: 'r1' })
  })
  const seen = async (wanted: string) => {
    await expect
      .poll(async () => JSON.stringify((await desk.ask('live.follow', watch)).values), { timeout: 10_000 })
      .toContain(wanted)
  }
  await desk.ask('live.follow', watch)
  await seen('"live"')
  desk.lock.shut = true
  desk.app.drop()
  expect(await desk.ask('ledger.submit', command({ providerName: 'Main' }, 'stop'))).toMatchObject({
    state: 'confirmed',
  })
  expect((await desk.ask('credentials.status', { environment: 'development' })).credentials.apiKey.state).toBe('found')
  status = 'stopped'
  const { values } = await desk.ask('live.follow', watch)
  await desk.ask('live.refresh', { key: values[0]?.key ?? '' })
  expect((await desk.ask('credentials.status', { environment: 'development' })).credentials.apiKey.state).toBe('locked')
})

// Catches a show in which a locked screen takes the key away, and a key that outlives the show of a desk that nobody is at.
it('a show keeps the key of its environment', async () => {
  const desk = await openDesk()
  await desk.ask('show.enter', { title: 'Night show' })
  await desk.ask('platform.read', { operation: 'GET /api/video/details/all' })
  desk.lock.shut = true
  desk.app.drop()
  expect((await desk.ask('credentials.status', { environment: 'development' })).credentials.apiKey.state).toBe('found')
  await desk.ask('show.leave')
  expect((await desk.ask('credentials.status', { environment: 'development' })).credentials.apiKey.state).toBe('locked')
})

// Catches a key that stays in memory although nothing is on air.
it('without either, locking the screen drops it', async () => {
  const desk = await openDesk()
  await desk.ask('platform.read', { operation: 'GET /api/video/details/all' })
  desk.lock.shut = true
  desk.app.drop()
  expect((await desk.ask('credentials.status', { environment: 'development' })).credentials.apiKey.state).toBe('locked')
})
