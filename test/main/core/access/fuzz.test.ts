import { once } from 'node:events'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { bridgeMethods } from '#contract/bridge.ts'
import { openProved } from '../../../support/login.ts'
import { runsOf, seed } from '../../../support/runs.ts'
import { inputs, openAccessDesk } from './desk.ts'

const frames = runsOf(10_000)
/** Of one answer. */
const longest = 33 * 1024 * 1024

const methods = Object.keys(bridgeMethods)
const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'rehearsal',
    'production',
    '2026-01-01T00:00:00Z',
    'GET /api/events/general/all',
    '__proto__',
    '../../..',
  ),
)
const names = fc.oneof(
  fc.constantFrom(
    'id',
    'operation',
    'environment',
    'limit',
    'query',
    'body',
    'path',
    'press',
    'watches',
    'text',
    'kind',
  ),
  fc.string({ maxLength: 20 }),
)
const many = fc.integer({ min: 1, max: 20_000 })
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: many.map((count) => Array.from({ length: count }, () => ({}))) },
  { weight: 1, arbitrary: many.map((count) => Array.from({ length: count }, (_, place) => place)) },
  {
    weight: 1,
    arbitrary: many.map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]))),
  },
  { weight: 1, arbitrary: many.map((count) => 'x'.repeat(count * 10)) },
  { weight: 1, arbitrary: fc.object({ maxDepth: 3 }) },
)
const params = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(names, value, { maxKeys: 6 }) },
  { weight: 1, arbitrary: value },
  {
    weight: 1,
    arbitrary: many.map((count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, n]))),
  },
)
const request = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: scalar }),
    id: fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: value }),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...methods) }, { weight: 1, arbitrary: value }),
    params,
  },
  { requiredKeys: ['method'] },
)
const text = (given: unknown): string => JSON.stringify(given)
const frame: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 12, arbitrary: request.map(text) },
  { weight: 2, arbitrary: fc.array(request, { maxLength: 110 }).map(text) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: request.map((one) => text(one).slice(0, -1)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map((deep) => '['.repeat(deep)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
)

// Catches a frame of any kind of connection that ends the desk, one that is answered without a bound, and a flood that
// keeps the desk's own page from being heard. An exception that nobody caught fails the run.
test.each(['watch', 'read', 'draft', 'operate', 'desk'] as const)(
  'whatever %s sends, the desk goes on',
  async (kind) => {
    const desk = await openAccessDesk(undefined, { page: true })
    onTestFinished(() => desk.end())
    const secret = kind === 'desk' ? desk.server.token : desk.access.grant(inputs[kind]).secret
    let largest = 0
    const connect = async () => {
      const socket =
        kind === 'desk' || kind === 'watch'
          ? new WebSocket(desk.server.bridgeUrl, ['showdesk.v1', `bearer.${secret}`])
          : await openProved(desk.server.bridgeUrl, secret)
      socket.on('message', (data: Buffer) => (largest = Math.max(largest, data.length)))
      socket.on('error', () => undefined)
      if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
      return socket
    }
    let socket = await connect()
    let sent = 0
    for (const one of fc.sample(frame, { numRuns: frames, seed })) {
      if (socket.readyState !== WebSocket.OPEN) socket = await connect()
      socket.send(one, { binary: typeof one !== 'string' })
      sent += 1
      if (sent % 50 === 0)
        expect((await desk.desk('desk.info', {})).notices.map(({ code }) => code)).not.toContain('fault_survived')
    }
    socket.terminate()
    expect((await desk.desk('desk.info', {})).host, `SEED=${seed}`).toBe('loopback')
    expect(largest, `SEED=${seed}`).toBeLessThan(longest)
  },
  frames * 200 + 60_000,
)
