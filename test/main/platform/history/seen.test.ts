import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { personalResources } from '../../../../main/platform/catalog/personal.ts'
import { createBench } from './support.ts'

const environment: EnvironmentId = 'rehearsal'
const records = (from: number, to: number, title = 'Record') =>
  Array.from({ length: to - from }, (_, at) => ({ id: `id-${from + at}`, title: `${title} ${from + at}` }))

// Catches records that come back in another order, twice, or not at all after a restart.
test('newest first, each once, over a restart', async () => {
  const bench = await createBench()
  const seen = bench.seen()
  seen.note({ environment, resource: 'team/general', records: records(0, 3) })
  seen.note({ environment, resource: 'video/event', records: [{ id: 'night', title: 'Night show' }] })
  seen.note({ environment, resource: 'team/general', records: [{ id: 'id-0' }] })
  const ids = (from = seen) => from.list({ environment, limit: 10 }).map(({ id }) => id)
  expect(ids()).toEqual(['id-0', 'night', 'id-2', 'id-1'])
  expect(seen.list({ environment, resource: 'team/general', limit: 1 })).toEqual([
    { environment, resource: 'team/general', id: 'id-0', title: 'Record 0', at: '2026-11-22T12:00:00.000Z' },
  ])
  expect(seen.list({ environment: 'production', limit: 10 })).toEqual([])
  await bench.clock.advance(1_000)
  expect(bench.count('seen')).toBe(4)
  seen.note({ environment, resource: 'team/general', records: [{ id: 'late' }] })
  seen.stop()
  bench.database.close()
  const again = (await createBench({ folder: bench.folder })).seen()
  expect(ids(again)).toEqual(['late', 'id-0', 'night', 'id-2', 'id-1'])
  again.note({ environment, resource: 'video/event', records: [{ id: 'night', title: 'Night show, renamed' }] })
  expect(again.list({ environment, query: 'RENAMED night', limit: 5 }).map(({ id }) => id)).toEqual(['night'])
  expect(ids(again)[0]).toBe('night')
})

// Catches the name or address of a person, or a secret, that outlives the screen it was shown on.
test('people and money keep no title, and no secret becomes an id or a title', async () => {
  const bench = await createBench()
  const seen = bench.seen()
  bench.redactor.learn('known-secret-value-1')
  for (const resource of [...personalResources, 'nobody/knows'])
    seen.note({
      environment,
      resource,
      records: [
        { id: 'r1', title: 'Someone by name' },
        { id: 'someone@example.org', title: 'x' },
      ],
    })
  seen.note({
    environment,
    resource: 'team/general',
    records: [
      { id: 'known-secret-value-1' },
      { id: 't1', title: 'Key known-secret-value-1' },
      { id: 'a@b', title: '  ' },
    ],
  })
  const all = seen.list({ environment, limit: 100 })
  expect(
    all
      .filter(({ resource }) => resource !== 'team/general')
      .every((record) => record.title === undefined && record.id === 'r1'),
  ).toBe(true)
  expect(all).toHaveLength(personalResources.size + 3)
  expect(all.slice(0, 2)).toEqual([
    expect.not.objectContaining({ title: expect.anything() as unknown }),
    expect.objectContaining({ id: 't1', title: `Key ${mask}` }),
  ])
  seen.stop()
  const stored = JSON.stringify(bench.database.statement('SELECT * FROM seen').all())
  for (const text of ['Someone', 'someone@', 'known-secret']) expect(stored).not.toContain(text)
})

// Catches a resource that comes into the catalog without anybody deciding whether its records are people.
test('every resource is decided upon', () => {
  const titled = [
    'account/types',
    'ads/advertisement',
    'ads/inventory',
    'ads/placement',
    'events/general',
    'incentive/loyalty',
    'incentive/promotion',
    'incentive/reward',
    'marketing/automation',
    'marketing/campaign',
    'marketing/emailSequence',
    'marketing/integration',
    'marketing/segment',
    'marketing/template',
    'pages/general',
    'payment/link',
    'payment/paymentLink',
    'payment/promotion',
    'payment/subscriptionPlan',
    'payment/subscriptionplan',
    'spaces/general',
    'sponsor/general',
    'team/category',
    'team/general',
    'team/subcategory',
    'video/category',
    'video/channel',
    'video/details',
    'video/event',
    'video/static',
    'video/stream',
    'video/subcategory',
    'vote/embed',
  ]
  const all = [...new Set([...operations.values()].map(({ resource }) => resource))].sort()
  expect([...titled, ...personalResources].sort()).toEqual(all)
})

// Catches a memory without an end, and one that throws the newest away.
test('2,000 of a resource and 20,000 of an environment, the oldest out', async () => {
  const bench = await createBench()
  const seen = bench.seen()
  const resources = [...new Set([...operations.values()].map(({ resource }) => resource))]
  const fill = (resource: string) => {
    for (let from = 0; from < 2_200; from += 200)
      seen.note({ environment, resource, records: records(from, from + 200) })
  }
  const size = (resource: string) =>
    bench.database.statement('SELECT count(*) AS n, min(place) AS least FROM seen WHERE resource = ?').get(resource)?.n
  fill('team/general')
  seen.note({ environment: 'production', resource: 'team/general', records: records(0, 3) })
  await bench.clock.advance(1_000)
  expect(size('team/general')).toBe(2_003)
  expect(seen.list({ environment, query: 'id-199', limit: 5 }).map(({ id }) => id)).toEqual([
    'id-1999',
    'id-1998',
    'id-1997',
    'id-1996',
    'id-1995',
  ])
  expect(
    seen.list({ environment, resource: 'team/general', query: 'id-200', limit: 200 }).map(({ id }) => id),
  ).not.toContain('id-200'.slice(0, 5))
  const others = resources.filter((resource) => resource !== 'team/general').slice(0, 10)
  for (const resource of others) fill(resource)
  await bench.clock.advance(1_000)
  expect(bench.count('seen')).toBe(20_003)
  expect(size('team/general')).toBe(3)
  expect(size(others[0] ?? '')).toBe(2_000)
  seen.stop()
  bench.database.close()
  const again = (await createBench({ folder: bench.folder })).seen()
  expect(again.list({ environment, limit: 1 })[0]).toMatchObject({ resource: others[9], id: 'id-2199' })
})

// Catches a record that comes back after it was forgotten, and a resource of which some stay.
test('one record is forgotten, or all of a resource', async () => {
  const bench = await createBench()
  const seen = bench.seen()
  seen.note({ environment, resource: 'team/general', records: records(0, 5) })
  seen.note({ environment, resource: 'video/event', records: records(0, 5) })
  seen.note({ environment: 'production', resource: 'team/general', records: records(0, 1) })
  expect(seen.forget({ environment, resource: 'team/general', id: 'id-3' })).toBe(1)
  expect(seen.forget({ environment, resource: 'team/general', id: 'id-3' })).toBe(0)
  expect(seen.forget({ environment, resource: 'team/general' })).toBe(4)
  expect(bench.count('seen')).toBe(6)
  seen.note({ environment, resource: 'team/general', records: records(3, 4) })
  expect(seen.list({ environment, resource: 'team/general', limit: 9 })).toHaveLength(1)
})

// Catches a list on screen that is told of with every refresh although it says nothing new.
test('the same list again changes nothing and is not told of', async () => {
  const bench = await createBench()
  const seen = bench.seen()
  seen.note({ environment, resource: 'team/general', records: records(0, 5) })
  await bench.clock.advance(2_000)
  seen.note({ environment, resource: 'team/general', records: records(0, 5) })
  await bench.clock.advance(2_000)
  expect(bench.told.seen).toEqual(['rehearsal team/general'])
  for (let n = 0; n < 20; n += 1) seen.note({ environment, resource: 'team/general', records: records(n, n + 5) })
  await bench.clock.advance(2_000)
  expect(bench.told.seen).toHaveLength(3)
})
