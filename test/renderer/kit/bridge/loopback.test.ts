import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket as Peer } from 'ws'
import { DeskError } from '#contract/errors.ts'
import { backOff, createLoopbackTransport } from '../../../../renderer/kit/bridge/loopback.ts'
import type { LinkProblem, LinkState, Transport } from '../../../../renderer/kit/bridge/transport.ts'

const closers: Array<() => void> = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Desk {
  server: WebSocketServer
  transport: Transport
  links: Array<[LinkState, LinkProblem | undefined]>
  events: Array<[string, unknown]>
  protocols: string[]
  until: (state: LinkState, times?: number) => Promise<void>
}

/** A real WebSocket server that answers with `reply`, and a transport to it. */
async function desk(
  reply: (peer: Peer, message: { id: number; method: string; params: unknown }) => void,
  token: string | undefined = 'dG9rZW4',
): Promise<Desk> {
  const protocols: string[] = []
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => {
      protocols.push(...offered)
      return 'showdesk.v1'
    },
  })
  await once(server, 'listening')
  server.on('connection', (peer) =>
    peer.on('message', (raw: Buffer) => reply(peer, JSON.parse(raw.toString()) as never)),
  )
  closers.push(() => {
    for (const peer of server.clients) peer.terminate()
    server.close()
  })
  const links: Desk['links'] = []
  const events: Desk['events'] = []
  const waiting = new Set<() => void>()
  const transport = createLoopbackTransport(
    `ws://127.0.0.1:${(server.address() as AddressInfo).port}/bridge`,
    token,
    WebSocket,
  )
  return {
    server,
    transport,
    links,
    events,
    protocols,
    async until(state, times = 1) {
      while (links.filter(([link]) => link === state).length < times)
        await new Promise<void>((resolve) => waiting.add(resolve))
    },
    ...start(),
  }
  function start(): object {
    transport.start({
      event: (name, payload) => events.push([name, payload]),
      link(state, problem) {
        links.push([state, problem])
        for (const wake of waiting) wake()
        waiting.clear()
      },
    })
    return {}
  }
}

const answer = (peer: Peer, id: number, rest: object): void =>
  peer.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))

// A call made before the socket opened must wait for it and not fail.
test('calls before the link opens are sent once it does', async () => {
  const { transport, protocols } = await desk((peer, { id, method, params }) =>
    answer(peer, id, { result: { method, params } }),
  )
  expect(await transport.request('desk.info', {})).toEqual({ method: 'desk.info', params: {} })
  expect(protocols).toEqual(['showdesk.v1', 'bearer.dG9rZW4'])
})

// Two answers in the other order must not be mixed up.
test('answers find their calls by id', async () => {
  const held: number[] = []
  const { transport } = await desk((peer, { id, method }) => {
    held.push(id)
    if (method === 'b') for (const one of held.toReversed()) answer(peer, one, { result: one })
  })
  const [a, b] = await Promise.all([transport.request('a', {}), transport.request('b', {})])
  expect([a, b]).toEqual([1, 2])
})

// A screen needs the code and the fields; a bare message would lose both.
test('an error arrives as a DeskError in full', async () => {
  const shape = {
    code: 'invalid_input' as const,
    message: 'No.',
    fields: [{ path: 'baseUrl', message: 'https only' }],
    retryable: false,
  }
  const { transport } = await desk((peer, { id }) =>
    answer(peer, id, { error: { code: -32_000, message: 'No.', data: shape } }),
  )
  const error: unknown = await transport.request('environments.configure', {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DeskError)
  expect((error as DeskError).toShape()).toEqual(shape)
})

// A notification has no id and must reach the listeners, not a pending call.
test('notifications are events', async () => {
  const { transport, events } = await desk((peer, { id }) => {
    peer.send(JSON.stringify({ jsonrpc: '2.0', method: 'limits.changed', params: { gates: [] } }))
    answer(peer, id, { result: null })
  })
  await transport.request('desk.info', {})
  expect(events).toEqual([['limits.changed', { gates: [] }]])
})

// A call whose answer can no longer come must not hang, and must name the method so that it is told from a platform that is down.
test('a dropped link rejects what is pending and comes back by itself', async () => {
  let drop = true
  const { transport, until, links } = await desk((peer, { id }) => {
    if (drop) peer.terminate()
    else answer(peer, id, { result: 'again' })
    drop = false
  })
  const error: unknown = await transport.request('ledger.submit', {}).catch((reason: unknown) => reason)
  expect((error as DeskError).code).toBe('unreachable')
  expect((error as DeskError).details.operation).toBe('ledger.submit')
  await until('open', 2)
  expect(await transport.request('ledger.list', {})).toBe('again')
  expect(links.map(([state]) => state)).toEqual(['connecting', 'open', 'lost', 'open'])
})

// While the link is down a button must fail at once rather than fire minutes later.
test('calls on a lost link fail at once', async () => {
  const { transport, server, until } = await desk(() => {})
  await until('open')
  server.close()
  for (const peer of server.clients) peer.terminate()
  await until('lost')
  await expect(transport.request('ledger.submit', {})).rejects.toMatchObject({ code: 'unreachable' })
})

// Without a token the page must say so and not knock at the door for ever.
test('no token is a problem of its own', async () => {
  const links: Array<[LinkState, LinkProblem | undefined]> = []
  const transport = createLoopbackTransport('ws://127.0.0.1:1/bridge', undefined, WebSocket)
  transport.start({ event() {}, link: (state, problem) => links.push([state, problem]) })
  expect(links).toEqual([
    ['connecting', undefined],
    ['lost', 'no_token'],
  ])
  await expect(transport.request('desk.info', {})).rejects.toMatchObject({ code: 'unreachable' })
})

// A growing wait that forgot its cap would keep a desk away for hours.
test('the back-off grows to five seconds and stays there', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(backOff)).toEqual([250, 500, 1_000, 2_000, 5_000, 5_000, 5_000])
})

// The end of the link right behind a long answer must not take it away.
test('a long answer that came before the end counts', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => ({ id: `ch_${n}`, name: 'a "name" with \\ and ] in it' }))
  const { transport, events, until } = await desk((peer, { id }) => {
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: { data: { items: rows } } }))
    peer.send(JSON.stringify({ jsonrpc: '2.0', method: 'history.changed', params: {} }))
    peer.close()
  })
  const answer = await transport.request('platform.read', {})
  await until('lost')
  expect(answer).toEqual({ data: { items: rows } })
  expect(events.map(([name]) => name)).toEqual(['history.changed'])
})
