import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Grant, GrantInput } from '#contract/access.ts'
import { createAccess, type Opened } from '../../../../main/core/access/service.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { connect, LoginError } from '../../../../preload/client.ts'
import { clientOf, nameOfPassword, passwordOf, scramClient, scramKeys, scramServer } from '../../../../preload/scram.ts'
import { openProved } from '../../../support/login.ts'
import { cli } from '../../hosts/cli/support.ts'
import { inputs, openAccessDesk } from './desk.ts'

const bearer = async (bridge: string, secret: string): Promise<number> => {
  const socket = new WebSocket(bridge, ['showdesk.v1', `bearer.${secret}`])
  const status = await new Promise<number>((done) => {
    socket.once('open', () => done(101))
    socket.once('unexpected-response', (_, response: IncomingMessage) => done(response.statusCode ?? 0))
    socket.once('error', () => done(-1))
  })
  socket.terminate()
  return status
}
const refusalOf = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run
  } catch (error) {
    if (error instanceof LoginError) return error.reason
    throw error
  }
  return 'let in'
}

/** A program on the desk's port that writes down what it is told, and answers as it likes. */
async function stranger(answer: (text: string, frames: string[]) => string | undefined = () => undefined) {
  const heard: string[] = []
  const server = createServer((_, response) => response.end('a page'))
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false })
  server.on('upgrade', (request) => heard.push(JSON.stringify([request.url, request.headers])))
  sockets.on('connection', (socket) => {
    const frames: string[] = []
    socket.on('message', (data: Buffer) => {
      frames.push(data.toString())
      heard.push(data.toString())
      const said = answer(data.toString(), frames)
      if (said === undefined) socket.close()
      else socket.send(said)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, bridge: `ws://127.0.0.1:${port}/bridge`, heard }
}

// Catches a grant that has to be sent to be used, and a login that leads to another grant's rights.
test.each(['read', 'draft', 'operate', 'watch'] as const)(
  'a %s grant proves itself, and may then what it may',
  async (scope) => {
    const desk = await openAccessDesk()
    onTestFinished(() => desk.end())
    const { grant, secret } = desk.access.grant(inputs[scope])
    const client = await connect({ bridge: desk.bridge, token: secret })
    expect((await client.call('access.own')).grant).toMatchObject({ id: grant.id, scope })
    await expect(client.call('access.get')).rejects.toMatchObject({ code: 'forbidden' })
    client.close()
    await client.closed
    expect(await refusalOf(connect({ bridge: desk.bridge, token: randomBytes(32).toString('base64url') }))).toBe(
      'unknown-user',
    )
    desk.access.revoke(grant.id)
    expect(await refusalOf(connect({ bridge: desk.bridge, token: secret }))).toBe('unknown-user')
  },
)

// Catches a secret of a script that is still sent by an old copy of it, and an address of a dock that no longer opens.
test('only what stands in an address is sent', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const made = (input: Parameters<typeof desk.access.grant>[0]) => bearer(desk.bridge, desk.access.grant(input).secret)
  expect(await made(inputs.watch)).toBe(101)
  expect(await made({ ...inputs.read, inAddress: true } as GrantInput)).toBe(101)
  expect(await made({ ...inputs.operate, inAddress: true } as GrantInput)).toBe(101)
  for (const scope of ['read', 'draft', 'operate'] as const) expect(await made(inputs[scope])).toBe(401)
})

// Catches a program that took the port and learns the grant of whoever connects: in full, as a hash, or as a proof for later.
test('a stranger on the port learns nothing that opens the desk', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const { secret } = desk.access.grant(inputs.read)
  const own = scramKeys('its own')
  const manners: Array<(text: string, frames: string[]) => string | undefined> = [
    () => undefined,
    () => '{"jsonrpc":"2.0","method":"desk.info","params":{}}',
    () => 'v=AAAA',
    (text, frames) => (frames.length === 1 ? scramServer(text, () => own).first : 'v=AAAA'),
    (text, frames) =>
      frames.length === 1
        ? scramServer(text, () => ({ ...own, iterations: 1 })).first
        : 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
  ]
  for (const manner of manners) {
    const taken = await stranger(manner)
    expect(await refusalOf(connect({ bridge: taken.bridge, token: secret }))).toMatch(/^(not_proven|invalid-encoding)$/)
    const ran = await cli(['call', 'desk.info'], { SHOWDESK_GRANT: `http://127.0.0.1:${taken.port}/#g=${secret}` })
    expect(ran).toMatchObject({ out: '' })
    expect(ran.code).not.toBe(0)
    expect(ran.said).not.toContain(secret)
    const heard = taken.heard.join('\n')
    expect(heard).not.toContain(secret)
    expect(heard).not.toContain(passwordOf(secret))
    // No call was made on the word of a stranger.
    expect(heard).not.toContain('jsonrpc')
    // Nothing of it opens the desk: neither as a secret, nor said again.
    for (const word of taken.heard.flatMap((text) => text.match(/[\w+/=-]{20,}/g) ?? [])) {
      expect(await bearer(desk.bridge, word.replaceAll(/[^\w-]/g, ''))).toBe(401)
    }
    const frames = taken.heard.filter((text) => /^[nc][,=]/.test(text))
    const socket = new WebSocket(desk.bridge, ['showdesk.v1', 'scram-sha-256'])
    await once(socket, 'open')
    for (const frame of frames.slice(0, 2)) socket.send(frame)
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(4003)
  }
})

// Catches a program in the middle: on the kept port, it carries the login to the desk that runs at another one for once.
test('a login for one port is none at another', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const { secret } = desk.access.grant(inputs.read)
  const onward = new WebSocket(desk.bridge, ['showdesk.v1', 'scram-sha-256'])
  await once(onward, 'open')
  const login = scramClient({ secret, at: '127.0.0.1:1' })
  onward.send(login.first)
  const [said] = (await once(onward, 'message')) as [Buffer]
  expect(said.toString()).toBe('e=other-desk')
})

// Catches a connection that is let in before it has proved anything, and logins that keep the desk's own page out.
test('nothing is heard before the proof, and logins are few, short and quick', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const closed = async (...frames: Array<string | Buffer>): Promise<number> => {
    const socket = new WebSocket(desk.bridge, ['showdesk.v1', 'scram-sha-256'])
    await once(socket, 'open')
    for (const frame of frames) socket.send(frame)
    const [code] = (await once(socket, 'close')) as [number]
    return code
  }
  expect(await closed('{"jsonrpc":"2.0","id":1,"method":"desk.info"}')).toBe(4003)
  expect(await closed('n'.repeat(5_000))).toBe(4003)
  expect(await closed(Buffer.from('n,,n=x,r=y'))).toBe(4003)
  const waiting = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const socket = new WebSocket(desk.bridge, ['showdesk.v1', 'scram-sha-256'])
      await once(socket, 'open')
      return socket
    }),
  )
  const { secret } = desk.access.grant(inputs.watch)
  await expect(openProved(desk.bridge, desk.access.grant(inputs.read).secret)).rejects.toThrow('503')
  expect(await bearer(desk.bridge, secret)).toBe(101)
  for (const socket of waiting) socket.terminate()
})

// Catches a grant that ends while it logs in, and one that is switched off then.
test('a grant that ends in the middle of its login is not let in', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const half = async (between: (id: string) => unknown): Promise<string> => {
    const { grant, secret } = desk.access.grant(inputs.read)
    const socket = new WebSocket(desk.bridge, ['showdesk.v1', 'scram-sha-256'])
    await once(socket, 'open')
    const login = scramClient({ secret, at: new URL(desk.bridge).host })
    socket.send(login.first)
    const [first] = (await once(socket, 'message')) as [Buffer]
    await between(grant.id)
    socket.send(login.final(first.toString()))
    const [last] = (await once(socket, 'message')) as [Buffer]
    socket.terminate()
    return last.toString()
  }
  expect(await half((id) => desk.access.renew(id))).toBe('e=unknown-user')
  expect(await half((id) => desk.access.revoke(id))).toBe('e=unknown-user')
  expect(await half(() => desk.access.switch(false))).toBe('e=not-let-in')
})

function profileWith(grants: object[]) {
  const profile = mkdtempSync(join(tmpdir(), 'grants-'))
  onTestFinished(() => rmSync(profile, { recursive: true }))
  const file = join(profile, 'access.json')
  writeFileSync(file, JSON.stringify({ on: true, port: 41_000, grants }))
  return { profile, file }
}
const earlier = (id: string, secret: string, more: Partial<Grant>) => ({
  grant: {
    ...{ id, name: id, scope: 'read', environment: 'rehearsal' },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null, ...more },
  },
  hash: createHash('sha256').update(secret).digest('hex'),
})

// Catches an update that takes a grant away, gives it more, or leaves on disk what logs in.
test('grants of an earlier version keep their secrets and rights, and their hashes leave the disk', async () => {
  const secrets = [0, 1, 2].map(() => randomBytes(32).toString('base64url'))
  const [watch = '', operate = '', draft = ''] = secrets
  const { profile, file } = profileWith([
    earlier('overlay', watch, { scope: 'watch', values: ['poll'] }),
    earlier('dock or deck', operate, { scope: 'operate', commands: ['stop'], mode: 'fire' }),
    earlier('script', draft, { scope: 'draft' }),
  ])
  const access = createAccess({ profile, clock: systemClock })
  expect(access.state().grants.map(({ id }) => id)).toEqual(['script', 'dock or deck', 'overlay'])
  expect(access.find(operate)).toEqual({
    ...{ id: 'dock or deck', name: 'dock or deck', scope: 'operate', environment: 'rehearsal', commands: ['stop'] },
    ...{ mode: 'fire', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
  })
  for (const secret of secrets) {
    const hash = passwordOf(secret)
    expect(readFileSync(file, 'utf8')).not.toContain(hash)
    expect(readFileSync(file, 'utf8')).not.toContain(secret)
    for (const now of [access, createAccess({ profile, clock: systemClock })]) {
      const kept = now.named(nameOfPassword(hash))
      const client = clientOf({ user: 'x', password: hash })
      const server = scramServer(client.first, () => kept?.keys)
      client.verify(server.final(client.final(server.first)).last)
    }
  }
})

// Catches addresses that go on working, in silence, after another program had the port and may have got them.
test('a kept port that was taken suspends what stands in addresses until it is renewed', async () => {
  const secret = randomBytes(32).toString('base64url')
  const { profile } = profileWith([earlier('of early days', secret, {})])
  const told: unknown[] = []
  const start = async (opened: Opened) => {
    const access = createAccess({ profile, clock: systemClock })
    access.onSuspend((what) => told.push(what))
    await access.begin({ open: () => Promise.resolve(opened), close: () => Promise.resolve() })
    return access
  }
  const free: Opened = { address: 'http://127.0.0.1:41000', port: 41_000 }
  const before = await start(free)
  const overlay = before.grant(inputs.watch)
  const dock = before.grant({ ...inputs.read, inAddress: true } as GrantInput)
  const script = before.grant(inputs.draft)
  expect(told).toEqual([])

  const during = await start({ fault: 'port_taken' })
  expect(told).toEqual([{ count: 3, port: 41_000 }])
  expect(during.find(script.secret)).not.toHaveProperty('suspended')
  await start({ fault: 'port_taken' })
  expect(told).toHaveLength(1)

  const after = await start(free)
  for (const one of [overlay.secret, dock.secret, secret]) expect(after.find(one)).toMatchObject({ suspended: true })
  const renewed = after.renew(overlay.grant.id)
  expect(after.find(renewed.secret)).toEqual(overlay.grant)
  expect((await start(free)).find(renewed.secret)).toEqual(overlay.grant)
})

// Catches a suspended address that a browser, or whoever read it, still uses.
test('a suspended grant is refused in both ways, and told why', async () => {
  const desk = await openAccessDesk()
  onTestFinished(() => desk.end())
  const { grant, secret } = desk.access.grant(inputs.watch)
  const joined = await openProved(desk.bridge, secret)
  desk.access.portTaken()
  const [code] = (await once(joined, 'close')) as [number]
  expect(code).toBe(4001)
  expect(await bearer(desk.bridge, secret)).toBe(401)
  expect(await refusalOf(connect({ bridge: desk.bridge, token: secret }))).toBe('suspended')
  expect((await desk.desk('desk.info', {})).notices).toMatchObject([{ code: 'access_suspended', facts: { count: 1 } }])
  const again = desk.access.renew(grant.id)
  expect(await bearer(desk.bridge, again.secret)).toBe(101)
})
