// The scheduler over the real client and real servers: what the platform in memory can't show.
import { expect, onTestFinished, test } from 'vitest'
import type { Budget, LiveValue, Watch } from '#contract/live.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createWatching } from '../../../../main/air/live/watching.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { catalog, makeClient, payRead, read, serve, type Served } from '../../platform/client/support.ts'

const operations = catalog(read, payRead)
const things: Watch = { operation: read.key, pace: 'status' }
const plans: Watch = { operation: payRead.key, pace: 'tally' }

function start(served: Served) {
  const { client } = makeClient(served.base, { operations })
  const watching = createWatching({
    client,
    operations,
    clock: systemClock,
    log: {
      write: (_, message) => {
        throw new Error(message)
      },
    },
    settings: { read: () => undefined, write: () => undefined },
    environments: {
      selected: () => 'production',
      get: (id) => ({ id, name: id, baseUrl: served.base, selected: true, configured: true }),
    },
    onAir: () => true,
  })
  onTestFinished(() => watching.stop())
  /** The next value that is told of a watch. */
  const next = (watch: Watch, fits: (value: LiveValue) => boolean = () => true) =>
    new Promise<LiveValue>((resolve) => {
      const stop = watching.onValue((value) => {
        if (value.key !== watchKey(watch) || !fits(value)) return
        stop()
        resolve(value)
      })
    })
  return {
    client,
    watching,
    next,
    follow: (...watches: Watch[]) => watching.follow({ page: 'page', visible: true, watches }),
  }
}

// Catches departures that the scheduler does not recognise as its own, which would count each read twice, and a person's request left out.
test('what leaves over the wire is what the budget says', async () => {
  const served = await serve(
    (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[]}'),
  )
  const { client, watching, next, follow } = start(served)
  const both = Promise.all([next(things), next(plans)])
  follow(things, plans)
  for (const value of await both)
    expect(value).toMatchObject({ answer: { status: 200, data: { items: [] } }, reading: false })
  await watching.refresh(watchKey(things))
  await client.read({ operation: read.key }, 'production')
  const budget: Budget = watching.budget()
  expect(budget).toMatchObject({ used: 4, usedByItself: 2, watches: 2 })
  expect(served.seen).toHaveLength(4)
})

// Catches a real 429 that stops more than its product, loses what was known, or is asked again before its time.
test('a 429 over the wire makes one product wait', async () => {
  let limited = false
  const served = await serve((request, response) => {
    if (limited && request.url === read.path)
      response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '600' }).end('{}')
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[]}')
  })
  const { watching, next, follow } = start(served)
  const known = next(things)
  follow(things, plans)
  await known
  limited = true
  const held = next(things, ({ waiting }) => waiting === 'gate')
  expect(await watching.refresh(watchKey(things))).toMatchObject({
    waiting: 'gate',
    error: { code: 'rate_limited', status: 429 },
    answer: { data: { items: [] } },
  })
  await held
  expect(watching.budget().slowdown).toBe(2)
  const before = served.seen.filter(({ url }) => url === read.path).length
  expect(await watching.refresh(watchKey(plans))).toMatchObject({ answer: { status: 200 } })
  expect(served.seen.filter(({ url }) => url === read.path)).toHaveLength(before)
})
