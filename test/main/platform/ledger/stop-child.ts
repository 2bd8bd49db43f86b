// A whole desk whose disk a test fills or takes away: one JSON command a line, one answer each.
import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { createApp } from '../../../../main/app.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import type { JsonObject } from '../../../../preload/contract/json.ts'
import { reply, startStub } from '../../../support/stub-platform.ts'
import { startFake } from '../../air/encoder/support.ts'

const [folder = ''] = process.argv.slice(2)
const log = { write: () => undefined }

export type StopCommand =
  | { do: 'call'; method: string; params: object }
  | { do: 'shell'; with: string }
  /** The writes that reached the platform. */
  | { do: 'sent' }
  /** The address of the streaming software, which is sending, and the commands that reached it. */
  | { do: 'software' }
  | { do: 'restart' }

const live = new Set(['Alpha', 'Beta', 'Gamma'])
const destinations = [...live].map((name) => ({ id: name, providerName: name, providerId: `${name}-id` }))
const stub = await startStub(({ method, url, body }, response) => {
  if (method === 'PUT') {
    const { options, details } = JSON.parse(body) as { options: { providerName: string }; details: JsonObject }
    if (details.stopped === true) live.delete(options.providerName)
  }
  const items = destinations.map((one) => {
    const started = live.has(one.providerName)
    return { ...one, streamId: 's1', status: started ? 'live' : 'ended', started, paused: false, stopped: !started }
  })
  const data = url.startsWith('/api/video/details/all')
    ? { items }
    : url.startsWith('/api/video/stream/getStatus')
      ? { status: live.size > 0 ? 'live' : 'ended' }
      : { id: 'x1', status: 'updated' }
  reply(response, 200, { data, requestId: 'r1' })
})
const software = await startFake()
software.state.active = true
const keychain = createMemoryKeychain({ clock, log })
const shell = { openExternal: () => Promise.resolve() }
const open = () =>
  createApp(
    // What the desk does soon after its start is done at once.
    {
      host: 'loopback',
      profile: folder,
      keychain,
      clock: { ...clock, after: (ms, run) => clock.after(ms === 10_000 ? 1 : Math.min(ms, 2_000), run) },
      log,
      shell,
    },
    { version: '0.0.0', environment: 'development', baseUrl: stub.baseUrl, confirmOrigin: true },
  )
let app = await open()
await app.bridge.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'key-of-dev-77' })

async function answer(command: StopCommand): Promise<unknown> {
  if (command.do === 'call') return await app.bridge.call(command.method, command.params, ofPage)
  if (command.do === 'sent') return stub.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  if (command.do === 'software') return { address: software.address, commands: software.requests }
  if (command.do === 'shell') return execFileSync('sh', ['-c', command.with, 'sh', folder], { encoding: 'utf8' })
  await app.close()
  app = await open()
  return null
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as StopCommand))}\n`)
process.exit(0)
