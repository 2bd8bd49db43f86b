// The installed desk lets others in through the same server as the loopback host.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AccessState, Grant } from '#contract/access.ts'
import type { Envelope } from '#contract/bridge.ts'
import { connect } from 'showdesk/client'
import { requestChannel } from '../../../../preload/contract/channels.ts'
import { startShell, type Shell } from '../../../support/electron/shell.ts'

function profileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function open(
  profile: string,
): Promise<{ shell: Shell; call: <T>(method: string, params?: object) => Promise<T> }> {
  const shell = await startShell({ profile })
  onTestFinished(() => shell.dispose())
  return {
    shell,
    async call<T>(method: string, params: object = {}) {
      const answer = (await shell.ask('ask', 'own', requestChannel, method, params)) as Envelope<T>
      if (!answer.ok) throw new Error(answer.error.message)
      return answer.data
    },
  }
}

async function end({ shell }: { shell: Shell }): Promise<void> {
  await shell.dispose()
  await shell.ended
}

const begun = async (call: <T>(method: string) => Promise<T>): Promise<AccessState> => {
  await expect
    .poll(async () => {
      const { address, fault } = await call<AccessState>('access.get')
      return address ?? fault
    })
    .toBeDefined()
  return call('access.get')
}

// Catches an installed desk without a control API, and addresses that die with a restart.
test('a grant works in the installed desk, at the same port after a restart', { timeout: 60_000 }, async () => {
  const profile = profileFolder()
  const first = await open(profile)
  expect(await first.call<AccessState>('access.get')).toMatchObject({ on: false, port: null })
  const { port, address } = await first.call<AccessState>('access.switch', { on: true })
  const { secret, grant } = await first.call<{ secret: string; grant: Grant }>('access.grant', {
    name: 'Script',
    scope: 'read',
    environment: 'rehearsal',
  })
  const at = { bridge: `${address?.replace('http', 'ws')}/bridge`, token: secret }
  const own = async (): Promise<unknown> => {
    const client = await connect(at)
    const answer = await client.call('access.own')
    client.close()
    return answer
  }
  expect(await own()).toMatchObject({ grant: { id: grant.id } })
  expect((await fetch(`${address}/`)).status).toBe(404)
  // Overlays and docks come with all that they load, out of the installed desk's own files.
  for (const page of ['overlay/poll', 'dock/live']) {
    const html = await (await fetch(`${address}/${page}`)).text()
    const files = [...html.matchAll(/(?:src|href)="(?<path>\/assets\/[^"]+)"/g)].map(({ groups }) => groups?.path ?? '')
    expect(files.length, page).toBeGreaterThan(0)
    for (const file of files) expect((await fetch(`${address}${file}`)).status, file).toBe(200)
  }
  await end(first)
  const second = await open(profile)
  expect(await begun(second.call)).toMatchObject({ on: true, port, address })
  expect(await own()).toMatchObject({ grant: { id: grant.id } })
  await second.call('access.switch', { on: false })
  await expect(own()).rejects.toThrow()
})

// Catches a desk that silently moves to another port, or does not start, where the kept one is taken.
test('a taken port is named, and another one is the way out', { timeout: 60_000 }, async () => {
  const profile = profileFolder()
  const first = await open(profile)
  const { port } = await first.call<AccessState>('access.switch', { on: true })
  await end(first)
  const other = createServer().listen(port ?? 0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const second = await open(profile)
  expect(await begun(second.call)).toMatchObject({ on: true, port, fault: 'port_taken' })
  const moved = await second.call<AccessState>('access.port', { port: null })
  expect(moved.port).not.toBe(port)
  expect(moved.address).toBe(`http://127.0.0.1:${moved.port}`)
})
