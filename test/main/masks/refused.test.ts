import { expect, it } from 'vitest'
import { formerMask, mask } from '#contract/mask.ts'
import { openDesk } from './desk.ts'

const event = 'PUT /api/video/event/update'
const template = 'POST /api/marketing/template/create'

// Catches a caller for whom the mask is an ordinary text: each of these sent it.
it('is refused for every caller and in every part, naming the field, and nothing leaves', async () => {
  const desk = await openDesk()
  const masked = { operation: event, body: { options: { providerName: 'Main', streamKey: mask } } }
  const named = {
    code: 'invalid_input',
    facts: { reason: 'masked_value', fields: ['options.streamKey'] },
    fields: [{ path: 'options.streamKey', message: expect.any(String) as string }],
  }

  expect(await desk.refusal('ledger.submit', masked)).toMatchObject(named)
  expect(await desk.refusal('platform.preview', masked)).toMatchObject(named)
  expect(
    await desk.refusal('ledger.submit', { ...masked, body: { options: { streamKey: formerMask } } }),
  ).toMatchObject(named)
  expect(
    await desk.refusal('ledger.submit', {
      operation: event,
      body: { options: { rtmpUrl: `rtmp://live.example/app/${formerMask}` } },
    }),
  ).toMatchObject({ facts: { fields: ['options.rtmpUrl'] } })
  expect(
    await desk.refusal('ledger.submit', { operation: event, body: { details: { title: `Night ${mask}` } } }),
  ).toMatchObject({ facts: { fields: ['details.title'] } })
  expect(
    await desk.refusal('ledger.submit', { operation: 'PUT /api/video/stream/update', body: { id: 's', [mask]: 1 } }),
  ).toMatchObject({ facts: { fields: [mask] } })
  expect(
    await desk.refusal('platform.read', { operation: 'GET /api/video/details/all', query: { streamId: mask } }),
  ).toMatchObject({ facts: { fields: ['query.streamId'] } })
  expect(
    await desk.refusal('platform.read', { operation: 'GET /api/video/details/all', query: { server: formerMask } }),
  ).toMatchObject({ facts: { fields: ['query.server'] } })
  expect(
    await desk.refusal('platform.read', {
      operation: 'GET /api/account/general/get/{accountId}',
      path: { accountId: mask },
    }),
  ).toMatchObject({ facts: { fields: ['path.accountId'] } })
  expect(
    await desk.refusal('ledger.submit', {
      operation: 'DELETE /api/ads/attribution/delete/{attributionId}',
      path: { attributionId: mask },
    }),
  ).toMatchObject({ facts: { fields: ['path.attributionId'] } })
  expect(
    await desk.refusal('requests.read', { operation: 'GET /api/video/details/all', query: { streamId: mask } }),
  ).toMatchObject({ code: 'invalid_input' })

  const draft = await desk.ask('drafts.save', {
    operation: template,
    title: 'Doors',
    body: { name: 'Doors', textContent: `Key ${mask}` },
  })
  expect(await desk.refusal('drafts.submit', { id: draft.id })).toMatchObject({ facts: { fields: ['textContent'] } })
  expect((await desk.ask('ledger.list', { limit: 10 })).items).toEqual([])
  expect(desk.stub.seen).toEqual([])
})

// Catches an edit of what waits that lets the mask in by the back door, and an old row that is sent as it lies there.
it('is refused in an edit of what waits', async () => {
  const desk = await openDesk()
  await desk.ask('connection.configure', { sending: 'paused' })
  const waiting = await desk.ask('ledger.submit', {
    operation: template,
    body: { name: 'Doors', textContent: 'Come in' },
  })
  expect(waiting.state).toBe('queued')
  expect(
    await desk.refusal('ledger.edit', { id: waiting.id, body: { name: 'Doors', textContent: mask } }),
  ).toMatchObject({ facts: { reason: 'masked_value', fields: ['textContent'] } })
  expect((await desk.ask('ledger.get', { id: waiting.id })).request.body).toEqual({
    name: 'Doors',
    textContent: 'Come in',
  })
})

// Catches a mask that was saved into the keychain as if it were the secret: an old draft of a form that was filled from an answer.
it.each([mask, formerMask])('a stored secret that is %s does not leave', async (value) => {
  const desk = await openDesk()
  const draft = await desk.ask('drafts.save', {
    operation: event,
    title: 'Night',
    body: { options: { providerName: 'Main', streamKey: value }, details: { title: 'Night', started: true } },
  })
  const sent = await desk.ask('drafts.submit', { id: draft.id }).catch((error: unknown) => error)
  expect(JSON.stringify(sent)).toContain('options.streamKey')
  expect(desk.stub.seen).toEqual([])
})

// Catches a guard that takes asterisks for a mask in what people write.
it('a template with *** SALE *** is sent as it was written', async () => {
  const desk = await openDesk()
  const body = {
    name: '***',
    subject: '*** SALE ***',
    htmlContent: '<h1>*** SALE ***</h1><a href="https://shop.example">Now</a>',
    textContent: '*** SALE ***',
    variables: [],
    tags: ['***'],
  }
  expect(await desk.ask('ledger.submit', { operation: template, body })).toMatchObject({ state: 'confirmed' })
  expect(desk.written()).toEqual([body])
})
