// A real desk behind its real port, with connections of grants.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import type { GrantInput } from '#contract/access.ts'
import type { GrantScope } from '#contract/access-kinds.ts'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { serveLoopback } from '../../../../main/hosts/loopback/server.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import type { Bridge } from '../../../../main/core/types.ts'
import { createApp } from '../../../support/contract.ts'
import { openProved } from '../../../support/login.ts'

const quiet = { write: () => undefined }

export const inputs: Record<GrantScope, GrantInput> = {
  watch: { name: 'Poll overlay', scope: 'watch', environment: 'rehearsal', values: ['poll'] },
  read: { name: 'Script', scope: 'read', environment: 'rehearsal' },
  draft: { name: 'Assistant', scope: 'draft', environment: 'rehearsal' },
  operate: { name: 'Deck', scope: 'operate', environment: 'rehearsal', commands: ['mark', 'stop'], mode: 'fire' },
}

export interface Frame {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; data: DeskErrorShape }
}

/** Others are let in. `subscribe` takes the place of the desk's own events; `page`: scripts with the token of this run too. */
export async function openAccessDesk(subscribe?: Bridge['subscribe'], { page = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'access-desk-'))
  const app = await createApp(
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
  const bridge = subscribe === undefined ? app.bridge : { call: app.bridge.call.bind(app.bridge), subscribe }
  const server = await serveLoopback({ bridge, access, manifest, port: 0, page, log: quiet })
  await access.begin({
    open: () => Promise.resolve({ address: server.address, port: server.port }),
    close: () => Promise.resolve(),
  })
  await access.switch(true)
  const sockets = new Set<WebSocket>()

  return {
    access,
    server,
    bridge: server.bridgeUrl,
    /** Calls as the desk's own page. */
    async desk<M extends BridgeMethod>(method: M, params: BridgeInput<M>): Promise<BridgeOutput<M>> {
      const answer = await app.bridge.call(method, params, ofPage)
      if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`)
      return answer.data as BridgeOutput<M>
    },
    /** A connection of a new grant, with all that it hears. */
    async join(input: GrantInput) {
      const { grant, secret } = access.grant(input)
      const socket = await openProved(server.bridgeUrl, secret)
      sockets.add(socket)
      const heard: Frame[] = []
      const waiting = new Map<number, (frame: Frame) => void>()
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as Frame
        if (frame.id === undefined) heard.push(frame)
        else waiting.get(frame.id)?.(frame)
      })
      let ids = 0
      return {
        grant,
        socket,
        heard,
        ask: (method: string, params: object = {}): Promise<Frame> =>
          new Promise((done) => {
            ids += 1
            waiting.set(ids, done)
            socket.send(JSON.stringify({ jsonrpc: '2.0', id: ids, method, params }))
          }),
        /** Everything that was sent to it so far has arrived. */
        caughtUp: async (): Promise<void> => {
          const last = once(socket, 'pong')
          socket.ping()
          await last
        },
      }
    },
    async end(): Promise<void> {
      for (const socket of sockets) socket.terminate()
      await server.close()
      await app.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
