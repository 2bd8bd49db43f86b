// What the address of an overlay tells among everything else that a desk is doing. A real desk, over its real port.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlayKinds } from '#contract/access-kinds.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import { accessTable } from '../../../../main/core/access/table.ts'
import { openAccessDesk } from './desk.ts'

const environment = 'rehearsal'
let desk: Awaited<ReturnType<typeof openAccessDesk>>
beforeAll(async () => {
  desk = await openAccessDesk()
  await desk.desk('credentials.save', { environment, credential: 'apiKey', value: 'rehearsal-key' })
  await desk.desk('broadcast.choose', {
    environment,
    stream: { id: 'str_1', name: 'Night show main' },
    poll: { id: 'emb_2', name: 'Next guest' },
    link: { id: 'lnk_1', name: 'Winter special' },
  })
})
afterAll(() => desk.end())

const watched = [
  'POST /api/vote/embed/get',
  'POST /api/vote/embed/all',
  'POST /api/video/stream/getStatus',
  'GET /api/video/details/all',
  'GET /api/ads/placement/all',
  'GET /api/events/general/all',
  'POST /api/payment/charge/all',
  'POST /api/payment/refund/all',
  'POST /api/payment/customer/all',
  'POST /api/marketing/template/all',
]

// Catches a browser source whose address reads, or is told, what another overlay, the desk's own page or a script is told.
test('a watch grant hears its own values among ten watched ones, and nothing else', async () => {
  const values = ['poll', 'onair'] as const
  const { ask, heard, caughtUp } = await desk.join({
    name: 'Overlay',
    scope: 'watch',
    environment,
    values: [...values],
  })
  const reader = await desk.join({ name: 'Script', scope: 'read', environment })
  const watches = watched.map((operation) => ({
    operation,
    pace: 'tally' as const,
    ...(operation.startsWith('POST') && { body: { embedId: 'emb_2', streamId: 'str_1', limit: 5 } }),
  }))
  await desk.desk('live.follow', { page: 'page', visible: true, watches })
  for (const kind of overlayKinds) {
    await desk.desk('overlay.follow', { kind })
    const { error } = await ask('overlay.follow', { kind })
    const own = values.some((one) => one === kind)
    expect(error?.data.facts?.reason, kind).toBe(own ? undefined : 'grant_scope')
  }
  await desk.desk('drafts.save', { operation: 'POST /api/marketing/template/create', title: 'A draft' })
  await desk.desk('ledger.submit', { operation: 'POST /api/vote/embed/create', body: { question: 'Another?' } })
  const framesOf = (kind: string) => heard.filter(({ params }) => (params as OverlayFrame).kind === kind)
  await expect
    .poll(() => Math.min(...values.map((kind) => framesOf(kind).length)), { timeout: 15_000 })
    .toBeGreaterThan(2)
  await caughtUp()
  await reader.caughtUp()
  // The others were told more meanwhile.
  const told = new Set(reader.heard.map(({ method }) => method))
  for (const event of ['live.value', 'ledger.changed', 'drafts.changed', 'overlay.value']) expect(told).toContain(event)
  expect(new Set(heard.map(({ method }) => method))).toEqual(new Set(['overlay.value']))
  expect(new Set(heard.map(({ params }) => (params as OverlayFrame).kind))).toEqual(new Set(values))
  for (const { name, allowed } of accessTable().filter(({ kind }) => kind === 'method')) {
    if (allowed.watch) continue
    expect((await ask(name, { id: 'x', kind: 'poll' })).error?.data.facts?.reason, name).toBe('grant_scope')
  }
})
