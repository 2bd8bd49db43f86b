import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { EventListener } from '#contract/events.ts'
import { connect } from 'showdesk/client'
import { createAccess } from '../../main/core/access/service.ts'
import { systemClock } from '../../main/core/ports.ts'
import type { Bridge } from '../../main/core/types.ts'
import { serveLoopback } from '../../main/hosts/loopback/server.ts'
import { createManifest } from '../../main/hosts/web/manifest.ts'

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Showdesk</title>')
  const listeners = new Set<(event: string, payload: object) => void>()
  const never = new Promise<never>(() => {})
  const bridge: Bridge = {
    async call(method, params) {
      if (method === 'desk.dismiss') return { ok: true, data: params }
      if (method === 'desk.info') return never
      return { ok: false, error: { code: 'not_found_here', message: 'There is none.', retryable: false } }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const access = createAccess({ profile: folder, clock: systemClock })
  const log = { write: () => undefined }
  const server = await serveLoopback({ bridge, access, manifest: createManifest(folder), port: 0, page: true, log })
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const address = { bridge: server.bridgeUrl, token: server.token }
  const open = async (onEvent?: EventListener) => {
    const client = await connect(address, onEvent)
    onTestFinished(() => client.close())
    return client
  }
  return {
    server,
    address,
    open,
    push: (event: string, payload: object) => listeners.forEach((tell) => tell(event, payload)),
  }
}

// Catches answers that reach the wrong call, and an error that loses the desk's shape.
test('a call gets its own answer, or the DeskError of the desk', async () => {
  const { open } = await serve()
  const client = await open()
  const answers = await Promise.all(['a', 'b', 'c'].map((id) => client.call('desk.dismiss', { id })))
  expect(answers).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  const refused = client.call('ledger.get', { id: 'x' })
  await expect(refused).rejects.toBeInstanceOf(DeskError)
  await expect(refused).rejects.toMatchObject({ code: 'not_found_here', message: 'There is none.' })
})

// Catches a listener that hears other events, or goes on after it was taken away.
test('a listener hears its event until it is taken away', async () => {
  const { open, push } = await serve()
  const all: string[] = []
  const client = await open((event) => void all.push(event))
  const heard: unknown[] = []
  const stop = client.on('favourites.changed', (payload) => void heard.push(payload))
  push('favourites.changed', { operations: ['a'] })
  push('history.changed', {})
  await expect.poll(() => all).toEqual(['favourites.changed', 'history.changed'])
  stop()
  push('favourites.changed', { operations: ['b'] })
  await expect.poll(() => all.length).toBe(3)
  expect(heard).toEqual([{ operations: ['a'] }])
})

// Catches a script that waits for ever because the desk went away.
test('what is asked when the connection ends is told so', async () => {
  const { open, server } = await serve()
  const client = await open()
  const waiting = expect(client.call('desk.info')).rejects.toThrow('has ended')
  await client.call('desk.dismiss', { id: 'sent' })
  void server.close()
  await waiting
  await client.closed
  await expect(client.call('desk.info')).rejects.toThrow('has ended')
})

test('a wrong token is refused', async () => {
  const { address } = await serve()
  await expect(connect({ ...address, token: 'wrong' })).rejects.toMatchObject({ reason: 'unknown-user' })
})
