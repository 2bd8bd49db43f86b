// The table of docs/control-api.md against a real desk behind its real port, cell by cell.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { GrantInput } from '#contract/access.ts'
import type { GrantScope } from '#contract/access-kinds.ts'
import { bridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import { accessTable } from '../../../main/access/table.ts'
import { createMemoryKeychain } from '../../../main/keychain/memory.ts'
import { serveLoopback } from '../../../main/loopback/server.ts'
import { systemClock } from '../../../main/ports.ts'
import type { App } from '../../../main/types.ts'
import { createApp } from '../../support/contract.ts'

const quiet = { write: () => undefined }
const inputs: Record<GrantScope, GrantInput> = {
  watch: { name: 'Poll overlay', scope: 'watch', environment: 'rehearsal', values: ['poll'] },
  read: { name: 'Script', scope: 'read', environment: 'rehearsal' },
  draft: { name: 'Assistant', scope: 'draft', environment: 'rehearsal' },
  operate: { name: 'Deck', scope: 'operate', environment: 'rehearsal', commands: ['mark'], mode: 'fire' },
}
const scopes = Object.keys(inputs) as GrantScope[]

let folder: string
let app: App
let server: Awaited<ReturnType<typeof serveLoopback>>
const events = createListeners<[string, object]>()
const sockets = new Map<GrantScope, WebSocket>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cells-'))
  app = await createApp(
    {
      host: 'loopback',
      profile: join(folder, 'profile'),
      keychain: createMemoryKeychain({ clock: systemClock, log: quiet }),
      clock: systemClock,
      log: quiet,
      shell: { openExternal: () => Promise.resolve() },
    },
    { version: '0.0.0' },
  )
  const { access } = app
  const manifest = { get: () => undefined, paths: () => [] }
  const bridge = { call: app.bridge.call.bind(app.bridge), subscribe: events.add }
  server = await serveLoopback({ bridge, access, manifest, port: 0, page: false, log: quiet })
  await access.begin({
    open: () => Promise.resolve({ address: server.address, port: server.port }),
    close: () => Promise.resolve(),
  })
  await access.switch(true)
  for (const scope of scopes) {
    const { secret } = access.grant(inputs[scope])
    const socket = new WebSocket(server.bridgeUrl, ['showdesk.v1', `bearer.${secret}`])
    await once(socket, 'open')
    sockets.set(scope, socket)
  }
})
afterAll(async () => {
  for (const socket of sockets.values()) socket.terminate()
  await server.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface Frame {
  method?: string
  error?: { data: { code: string; facts?: { reason?: string } } }
}

function socketOf(scope: GrantScope): WebSocket {
  const socket = sockets.get(scope)
  if (socket === undefined) throw new Error(`no connection for ${scope}`)
  return socket
}

/** Nothing runs: a parameter that no method has is refused after the scope. */
async function ask(scope: GrantScope, method: string): Promise<Frame> {
  const socket = socketOf(scope)
  const answer = once(socket, 'message') as Promise<[Buffer]>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { unknownParameter: 1 } }))
  return JSON.parse((await answer)[0].toString()) as Frame
}

// Catches a method that is let through, or refused, other than the table tells people who give addresses away.
test.each(accessTable().filter(({ kind }) => kind === 'method'))('$name over the port', async ({ name, allowed }) => {
  for (const scope of scopes) {
    const { error } = await ask(scope, name)
    const refused = error?.data.code === 'forbidden' && error.data.facts?.reason === 'grant_scope'
    expect(refused, scope).toBe(!allowed[scope])
    if (allowed[scope]) expect(error?.data.code, scope).toBe('invalid_input')
  }
})

// Catches an event that reaches a connection which the table promises to keep it from.
test('every event over the port', async () => {
  const own = { environment: 'rehearsal' }
  const payload = { kind: 'poll', ...own, draft: own, rundown: own }
  const rows = accessTable().filter(({ kind }) => kind === 'event')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(bridgeEvents))
  const heard = new Map(scopes.map((scope) => [scope, [] as string[]]))
  for (const scope of scopes)
    socketOf(scope).on('message', (data: Buffer) => {
      const { method } = JSON.parse(data.toString()) as Frame
      if (method !== undefined) heard.get(scope)?.push(method)
    })
  for (const { name } of rows) events.emit(name, payload)
  for (const scope of scopes) {
    // A frame that comes after all of them.
    const last = once(socketOf(scope), 'pong')
    socketOf(scope).ping()
    await last
    expect(heard.get(scope), scope).toEqual(rows.filter(({ allowed }) => allowed[scope]).map(({ name }) => name))
  }
})
