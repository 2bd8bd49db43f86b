import { describe, expect, it } from 'vitest'
import { items, number, object, stage, text } from './support.ts'

describe('the external event', () => {
  const publish = 'PUT /api/video/event/update'
  const options = {
    providerName: 'Output two',
    providerId: 'out-2',
    apiKey: 'sesame',
    title: 'From the options',
    streamKey: null,
  }
  const details = {
    streamId: 'str_1',
    videoId: 'vid-9',
    started: true,
    paused: false,
    stopped: false,
    startedOn: '2026-11-21T20:00:00.000Z',
  }

  // An event that is published and shows nowhere: the desk could confirm nothing.
  it('shows among the details, once, with what was sent', async () => {
    const platform = await stage()
    const first = await platform.ask(publish, { body: { options, details } })
    expect(first.data.status).toBe('live')
    await platform.ask(publish, { body: { options, details: { ...details, paused: true, title: 'From the details' } } })
    const list = await platform.ask('GET /api/video/details/all')
    expect(list.data.total).toBe(3)
    const shown = items(list).find((one) => one.id === first.data.id)
    expect(shown).toMatchObject({
      providerName: 'Output two',
      title: 'From the details',
      started: true,
      paused: true,
      status: 'paused',
    })
    // Listed as it was sent: the desk masks what it reads, and a rehearsal proves it.
    expect(shown).toMatchObject({ apiKey: 'sesame', streamKey: null })
  })

  // Destinations that overwrite each other: several profiles publish one stream.
  it('keeps one record per destination and removes the one that is meant', async () => {
    const platform = await stage()
    await platform.ask(publish, { body: { options, details } })
    await platform.ask('POST /api/video/event/create', {
      body: { options: { ...options, providerId: 'out-3' }, details },
    })
    expect((await platform.ask('GET /api/video/details/all')).data.total).toBe(4)
    expect((await platform.ask('POST /api/video/event/delete', { body: { options, details } })).status).toBe(200)
    expect((await platform.ask('POST /api/video/event/delete', { body: { options, details } })).status).toBe(404)
    expect(items(await platform.ask('GET /api/video/details/all')).map((one) => one.providerId)).toContain('out-3')
  })

  // Transport buttons that change the record and not the stream.
  it.each([
    [{ started: true, paused: false, stopped: false }, 'live'],
    [{ started: true, paused: true, stopped: false }, 'paused'],
    [{ started: true, paused: false, stopped: true }, 'ended'],
    [{ started: false, paused: false, stopped: false }, 'idle'],
  ])('moves its stream: %j is %s', async (flags, status) => {
    const platform = await stage()
    await platform.ask(publish, { body: { options, details: { ...details, ...flags } } })
    const told = await platform.ask('POST /api/video/stream/getStatus', { body: { streamId: 'str_1' } })
    expect(told.data).toMatchObject({ id: 'str_1', status, startedOn: '2026-11-21T20:00:00.000Z' })
  })
})

// Numbers that stand still, or that no two readers could agree on.
it('gives analytics that move with the clock and repeat for the same moment', async () => {
  const platform = await stage()
  await platform.ask('PUT /api/video/event/update', {
    body: { details: { streamId: 'str_1', started: true, startedOn: '2026-11-21T20:00:00.000Z' } },
  })
  const look = async () => (await platform.ask('POST /api/video/stream/getAnalytics', { body: { id: 'str_1' } })).data
  const before = await look()
  expect(await look()).toEqual(before)
  expect(number(before.viewers)).toBeGreaterThan(0)
  platform.clock.move(240_000)
  expect((await look()).viewers).not.toBe(before.viewers)
})

// A stream that was started by itself, not by an event, and still says idle; or one whose own word is overruled.
it('moves a stream that is told whether it runs', async () => {
  const platform = await stage()
  const told = async (body: Record<string, string | boolean>) =>
    (await platform.ask('PUT /api/video/stream/update', { body: { streamId: 'str_1', ...body } })).data.status
  expect(await told({ started: true, paused: false, stopped: false })).toBe('live')
  expect(await told({ paused: true })).toBe('paused')
  expect(await told({ paused: false })).toBe('live')
  expect(await told({ name: 'Another name' })).toBe('live')
  expect(await told({ stopped: true, status: 'archived' })).toBe('archived')
})

// A clip that is acknowledged and nowhere to be seen.
it('adds clips to their stream and gives code to embed it', async () => {
  const platform = await stage()
  const clip = await platform.ask('POST /api/video/stream/createClip', {
    body: { streamId: 'str_1', title: 'The joke' },
  })
  const stream = await platform.ask('GET /api/video/stream/get', { query: { streamId: 'str_1' } })
  expect(stream.data.clips).toMatchObject([{ id: clip.data.id, title: 'The joke' }])
  expect((await platform.ask('POST /api/video/stream/getEmbedCode', { body: { id: 'str_1' } })).data.embedCode).toMatch(
    /^<iframe src="https:\/\/[\w.]+\.invalid\//,
  )
})

// A vote that counts twice or not at all, or one that a closed poll takes.
it('counts votes in the tally and refuses what is no vote', async () => {
  const platform = await stage()
  const cast = async (body: object) => (await platform.ask('POST /api/vote/cast/create', { body })).status
  expect(await cast({ embedId: 'emb_2', optionId: 'cook' })).toBe(200)
  expect(await cast({ embedId: 'emb_2', choice: 'A diver' })).toBe(200)
  expect(await cast({ embedId: 'emb_2', option: 0 })).toBe(200)
  expect(await cast({ embedId: 'emb_2', optionId: 'nobody' })).toBe(400)
  expect(await cast({ embedId: 'emb_1', optionId: 'fast' })).toBe(400)
  expect(await cast({ embedId: 'emb_9', optionId: 'fast' })).toBe(404)
  const all = await platform.ask('POST /api/vote/cast/getall', { body: { embedId: 'emb_2' } })
  expect(all.data).toMatchObject({ total: 5, totalVotes: 203, tally: { cook: 43, diver: 67, clockmaker: 93 } })
})

// A poll whose steps change nothing: votes that count while it is hidden or decided, or a tally that a caller writes over.
it('takes a poll through its steps and keeps the tally its own', async () => {
  const platform = await stage()
  const made = await platform.ask('POST /api/vote/embed/create', {
    body: {
      question: 'One more?',
      options: [
        { id: 'yes', text: 'Yes' },
        { id: 'no', text: 'No' },
      ],
      status: 'hidden',
      tally: { yes: 500 },
      totalVotes: 500,
    },
  })
  expect(made.data).toMatchObject({ status: 'hidden', tally: { yes: 0, no: 0 }, totalVotes: 0 })
  const embedId = text(made.data.id)
  const step = async (status: string, more = {}) =>
    (await platform.ask('PUT /api/vote/embed/update', { body: { embedId, status, ...more } })).data
  const cast = async (optionId: string) =>
    (await platform.ask('POST /api/vote/cast/create', { body: { embedId, optionId } })).status
  expect(await cast('yes')).toBe(400)
  expect(await step('open')).toMatchObject({ status: 'open', openedAt: '2026-11-21T20:30:00.000Z' })
  expect(await cast('yes')).toBe(200)
  expect(await step('revealed', { tally: { no: 9 }, totalVotes: 9 })).toMatchObject({
    tally: { yes: 1, no: 0 },
    totalVotes: 1,
  })
  expect(await cast('no')).toBe(200)
  expect(await step('winner')).toMatchObject({ tally: { yes: 1, no: 1 }, totalVotes: 2 })
  expect(await cast('no')).toBe(400)
  expect(await step('closed')).not.toHaveProperty('embedId')
  expect(await cast('no')).toBe(400)
})

// An option that is added to a running poll and can't be counted, or the addition wipes what was counted.
it('counts for an option that was added while a poll is open', async () => {
  const platform = await stage()
  const options = [
    { id: 'cook', text: 'A cook' },
    { id: 'pilot', text: 'A pilot' },
  ]
  await platform.ask('PUT /api/vote/embed/update', { body: { embedId: 'emb_2', options } })
  await platform.ask('POST /api/vote/cast/create', { body: { embedId: 'emb_2', optionId: 'pilot' } })
  expect((await platform.ask('POST /api/vote/embed/get', { body: { embedId: 'emb_2' } })).data).toMatchObject({
    status: 'open',
    tally: { cook: 41, pilot: 1 },
    totalVotes: 201,
  })
})

// Counters of a placement that the list does not show.
it('counts what the audience does with a placement', async () => {
  const platform = await stage()
  await platform.ask('POST /api/ads/placement/vote/plc_2', { body: { option: 'stay' } })
  await platform.ask('POST /api/ads/placement/choice/plc_2', { body: { choice: 'skip' } })
  await platform.ask('POST /api/ads/placement/interact/plc_2', { body: {} })
  await platform.ask('POST /api/ads/interaction/create', { body: { placementId: 'plc_2' } })
  const placement = items(await platform.ask('GET /api/ads/placement/all')).find((one) => one.id === 'plc_2')
  expect(placement).toMatchObject({
    votes: { stay: 32 },
    totalVotes: 44,
    choices: { skip: 13 },
    interactions: { click: 23 },
    impressions: 1_876,
  })
})

// A score that is stored beside its contact and not on it.
it('shows a lead score on its contact', async () => {
  const platform = await stage()
  await platform.ask('POST /api/marketing/leadScore/update', { body: { contactId: 'con_2', score: 77 } })
  expect((await platform.ask('POST /api/marketing/leadScore/get', { body: { contactId: 'con_2' } })).data.score).toBe(
    77,
  )
  expect((await platform.ask('POST /api/marketing/contact/get', { body: { id: 'con_2' } })).data.leadScore).toBe(77)
})

describe('subscriptions', () => {
  // Commands that are taken in any state: a second "pause" would pass for done.
  it('change state by commands that are allowed there, and keep a history', async () => {
    const platform = await stage()
    const act = async (verb: string, body = {}) => {
      const { status, data } = await platform.ask(`POST /api/payment/subscription/${verb}`, {
        body: { subscriptionId: 'subs_1', ...body },
      })
      return status === 200 ? data.status : status
    }
    expect(await act('pause')).toBe('paused')
    expect(await act('pause')).toBe(400)
    expect(await act('resume')).toBe('active')
    expect(await act('startTrial', { days: 7 })).toBe('trialing')
    expect(await act('endTrial')).toBe('active')
    expect(await act('changePlan', { planId: 'plan_2' })).toBe('active')
    expect(await act('changePlan', { planId: 'plan_9' })).toBe(404)
    expect(await act('cancel')).toBe('cancelled')
    expect(await act('resume')).toBe(400)
    expect(await act('reactivate')).toBe('active')
    const query = { subscriptionId: 'subs_1' }
    const history = items(await platform.ask('GET /api/payment/subscription/getHistory', { query })).map(
      (line) => line.event,
    )
    expect(history).toEqual([
      'created',
      'paused',
      'resumed',
      'trial_started',
      'trial_ended',
      'plan_changed',
      'cancelled',
      'reactivated',
    ])
    const next = await platform.ask('GET /api/payment/subscription/getNextBilling', { query })
    expect(next.data).toMatchObject({ amount: 2_900, nextBillingAt: '2026-12-21T20:30:00.000Z' })
    expect(
      items(await platform.ask('GET /api/payment/subscription/getInvoices', { query })).map((one) => one.id),
    ).toEqual(['bill_2'])
  })
})

// An invoice that can be charged twice.
it('charges an invoice once', async () => {
  const platform = await stage()
  const paid = await platform.ask('POST /api/payment/invoice/charge', { body: { invoiceId: 'bill_4' } })
  expect(paid.data.status).toBe('paid')
  expect(
    (await platform.ask('POST /api/payment/charge/get', { body: { chargeId: text(paid.data.chargeId) } })).data.amount,
  ).toBe(7_500)
  expect((await platform.ask('POST /api/payment/invoice/charge', { body: { invoiceId: 'bill_4' } })).status).toBe(400)
})

// A goal that forgets refunds, a copy that shares its original's short link.
it('adds up what a payment link brought, and copies it', async () => {
  const platform = await stage()
  const progress = async () => (await platform.ask('GET /api/payment/paymentLink/getGoalProgress/lnk_1')).data
  expect(await progress()).toMatchObject({ goal: 50_000, raised: 14_000, percent: 28, payments: 3 })
  await platform.ask('POST /api/payment/charge/refund', { body: { chargeId: 'chg_3' } })
  expect(await progress()).toMatchObject({ raised: 9_000 })
  const copy = await platform.ask('POST /api/payment/paymentLink/clone', { body: { paymentLinkId: 'lnk_1' } })
  expect(copy.data.shortId).not.toBe('winter1')
  expect((await platform.ask(`GET /api/pay/${text(copy.data.shortId)}`)).headers.get('location')).toContain(
    text(copy.data.id),
  )
  expect(items(await platform.ask('GET /api/payment/paymentLink/getDonors/lnk_1')).map((one) => one.name)).toContain(
    'Gustav',
  )
  const svg = text((await platform.ask('POST /api/payment/paymentLink/generateQr', { body: { id: 'lnk_1' } })).data.svg)
  expect(svg).toMatch(/^<svg [^>]+>.*<\/svg>$/)
})

// A discount that makes a price negative, or a receipt that can't be read.
it('prices plans and writes receipts', async () => {
  const platform = await stage()
  const price = await platform.ask('POST /api/payment/subscriptionPlan/calculatePrice', {
    body: { planId: 'plan_1', quantity: 3, code: 'WINTER10' },
  })
  expect(price.data).toMatchObject({ subtotal: 2_700, discount: 270, total: 2_430 })
  const receipt = await platform.ask('POST /api/payment/receipt/download', { body: { receiptId: 'rcp_1' } })
  expect(Buffer.from(text(receipt.data.content), 'base64').toString()).toContain('Amount 12.00 EUR')
  expect(
    object((await platform.ask('POST /api/payment/transaction/getDetails', { body: { id: 'txn_4' } })).data.charge).id,
  ).toBe('chg_4')
})
