// Starts and ends of the built desk against the rehearsal platform over real HTTP, with everything counted between them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Firing } from '#contract/air/firing.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { optionNames } from '#answers/transport.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import { systemClock } from '../../../main/ports.ts'
import { rehearsalCredentials, startRehearsal, type Rehearsal } from '../../../main/rehearsal/index.ts'
import { endDesk, startDesk, type Desk, type DeskConnection } from '../../support/desk.ts'
import { startStub, type StubAnswer, type StubPlatform } from '../../support/stub-platform.ts'
import { quietLog } from '../ledger/support.ts'

const environment = 'development'
const eventUpdate = '/api/video/event/update'
const unused: JsonObject = Object.fromEntries(optionNames.map((option) => [option, null]))
const names = ['Alpha', 'Beta', 'Gamma']

let rehearsal: Rehearsal
let stub: StubPlatform
let desk: Desk
let connection: DeskConnection
/** Updates of events that the platform has carried out, as `start NAME`. */
let updates: string[] = []
/** What happens to the next updates: nothing, or the answer is lost before or after it. */
let fates: Array<'works' | 'before' | 'after'> = []
/** Called once an update has been carried out, before its answer leaves. */
let onUpdate: (what: string) => Promise<void> | void = () => undefined

beforeAll(async () => {
  rehearsal = await startRehearsal({ operations, clock: systemClock, log: quietLog })
  const pass: (...given: Parameters<StubAnswer>) => Promise<void> = async (request, response) => {
    const isUpdate = request.method === 'PUT' && request.url === eventUpdate
    const fate = isUpdate ? (fates.shift() ?? 'works') : 'works'
    if (fate === 'before') return void response.destroy()
    const headers = new Headers(request.headers as Record<string, string>)
    for (const name of ['content-length', 'host', 'connection']) headers.delete(name)
    const answer = await fetch(`${rehearsal.baseUrl}${request.url}`, {
      method: request.method,
      headers,
      ...(request.body !== '' && { body: request.body }),
    })
    const text = await answer.text()
    if (isUpdate && answer.ok) {
      const { options, details } = JSON.parse(request.body) as Record<'options' | 'details', JsonObject>
      const what = `${details.stopped === true ? 'stop' : 'start'} ${textOf(options.providerName)}`
      updates.push(what)
      await onUpdate(what)
    }
    if (fate === 'after') return void response.destroy()
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text)
  }
  stub = await startStub((request, response) => void pass(request, response))
})
afterAll(async () => {
  await stub.close()
  await rehearsal.close()
})

beforeEach(async () => {
  rehearsal.reset()
  await rehearsal.settled()
  fates = []
  onUpdate = () => undefined
  await open()
  const [stream] = await list('GET /api/video/stream/all', 'video/stream')
  const chosen = { id: textOf(stream?.id), name: textOf(stream?.name) }
  for (const row of await list('GET /api/video/details/all', 'video/details'))
    if (row.streamId === chosen.id) await submit('POST /api/video/event/delete', { id: row.id ?? '' })
  for (const name of names) {
    await submit('POST /api/video/event/create', {
      // Null says that an option is unused, so that no start asks for it.
      options: { ...unused, providerName: name, providerId: `${name}-id` },
      details: { streamId: chosen.id, videoId: `${name}-video`, title: name, started: false },
    })
  }
  await connection.call('broadcast.choose', { environment, stream: chosen })
  updates = []
  return () => endDesk(desk)
})

async function open(profile?: string): Promise<void> {
  desk = await startDesk({
    ...(profile !== undefined && { profile }),
    args: ['--environment', environment, '--base-url', stub.baseUrl],
  })
  connection = await desk.connect()
  const { apiKey } = rehearsalCredentials
  await connection.call('credentials.save', { environment, credential: 'apiKey', value: apiKey })
}

async function list(operation: string, resource: string): Promise<JsonObject[]> {
  const { data } = await connection.call('platform.read', { operation })
  return readListing(data, resource).rows
}

async function submit(operation: string, body: JsonObject): Promise<void> {
  const intent = await connection.call('ledger.submit', { operation, body: { ...body } })
  expect(intent.state, JSON.stringify(intent.error)).toBe('confirmed')
}

const pressed = () => ({ press: randomUUID(), environment, pressedAt: new Date().toISOString() }) as const

const isOver = ({ state, steps }: Firing): boolean =>
  state !== 'running' && steps.every((step) => step.state !== 'taking')

async function over(id: string): Promise<Firing> {
  for (;;) {
    const firing = await connection.call('firing.get', { id })
    if (isOver(firing)) return firing
    await connection.next('firing.changed', () => true)
  }
}

async function fire(kind: 'start' | 'end'): Promise<Firing> {
  return over((await connection.call('firing.fire', { kind, ...pressed() })).id)
}

/** Presses again until it is done; what is unknown is settled by the desk's own reads meanwhile. */
async function finish(id: string): Promise<Firing> {
  for (let press = 0; press < 10; press += 1) {
    const firing = await over(id)
    if (firing.state === 'done') return firing
    await connection.call('firing.resume', { id, ...pressed() })
  }
  return over(id)
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const once = (act: string): string[] => names.map((name) => `${act} ${name}`)

// Catches an update that a destination gets twice or not at all, and one in another order.
test('a start and an end are one update for each destination', async () => {
  const started = await fire('start')
  expect(started, JSON.stringify(started.steps)).toMatchObject({ state: 'done', kind: 'start' })
  expect(updates).toEqual(once('start'))
  expect(await fire('start')).toMatchObject({ state: 'done' })
  expect(updates).toEqual(once('start'))
  expect(await fire('end')).toMatchObject({ state: 'done' })
  expect(updates).toEqual([...once('start'), ...once('stop')])
})

// Catches a second update after a lost answer, and a start that goes on behind it before it was looked at.
test('an answer that is lost stops the start, and pressed again each update happened once', async () => {
  fates = ['works', 'after']
  const stopped = await fire('start')
  expect(stopped).toMatchObject({ state: 'stopped', because: 'step_unknown' })
  expect(updates).toEqual(['start Alpha', 'start Beta'])
  expect(await finish(stopped.id)).toMatchObject({ state: 'done' })
  expect(updates).toEqual(once('start'))
})

// Catches two windows that both start the broadcast.
test('two presses at once are one start', async () => {
  const other = await desk.connect()
  const both = await Promise.allSettled([
    connection.call('firing.fire', { kind: 'start', ...pressed() }),
    other.call('firing.fire', { kind: 'start', ...pressed() }),
  ])
  const [fired, ...more] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(more).toEqual([])
  await over(fired ?? '')
  expect(updates).toEqual(once('start'))
})

// Catches a kill -9 that doubles an update or loses one, wherever it comes: between two steps, or with a request under way.
test.each([
  ['while the first is under way', 'start Alpha', 'within'],
  ['between the first and the second', 'start Beta', 'before'],
  ['while the second is under way', 'start Beta', 'within'],
  ['between the second and the third', 'start Gamma', 'before'],
  ['after the last', 'start Gamma', 'within'],
] as const)('killed %s, each update happens once', async (_, what, when) => {
  const killed = Promise.withResolvers<string>()
  if (when === 'within')
    onUpdate = async (done) => {
      if (done !== what) return
      await desk.kill()
      killed.resolve(done)
    }
  const { id } = await connection.call('firing.fire', { kind: 'start', ...pressed() })
  if (when === 'before') {
    const place = once('start').indexOf(what)
    await connection.next('firing.changed', ({ firing }) => firing?.steps[place - 1]?.state === 'seen')
    await desk.kill()
    killed.resolve(what)
  }
  await killed.promise
  onUpdate = () => undefined
  await open(desk.profile)
  const { firing } = await connection.call('firing.current')
  expect(firing).toMatchObject({ id, state: 'stopped', because: 'desk_stopped' })
  const done = await finish(id)
  expect(done, JSON.stringify(done.steps)).toMatchObject({ state: 'done' })
  expect(updates).toEqual(once('start'))
})
