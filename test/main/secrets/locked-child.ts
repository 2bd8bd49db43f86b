// A desk beside a real Secret Service: a secret is saved, the keyring is locked, the secret is written into a draft, the keyring is unlocked.
// node locked-child.ts PROFILE. Ends by itself; what it prints says what became of the draft.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openKeychain } from '../../../main/core/keychain/index.ts'
import { systemClock as clock } from '../../../main/core/ports.ts'
import { createApp } from '../../support/contract.ts'
import { until } from '../../support/until.ts'

const [profile = ''] = process.argv.slice(2)
const streamKey = 'STRM-3yzzNN8wq7-locked'
const log = { write: () => undefined }

async function start() {
  const app = await createApp(
    {
      host: 'loopback',
      profile,
      keychain: openKeychain({ clock, log }),
      clock,
      log,
      shell: { openExternal: () => Promise.resolve() },
    },
    { version: '0.0.0' },
  )
  const call = async (method: string, params: unknown) => {
    const answer = await app.bridge.call(method, params)
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.data as Record<string, unknown>
  }
  return { app, call }
}

async function unlock(): Promise<void> {
  const packet = Buffer.alloc(14)
  packet.writeUInt32BE(14, 0)
  packet.writeUInt32BE(1, 4)
  packet.writeUInt32BE(2, 8)
  packet.write('pw', 12)
  const socket = connect(join(process.env.XDG_RUNTIME_DIR ?? '', 'keyring/control'))
  socket.write(Buffer.concat([Buffer.alloc(1), packet]))
  await once(socket, 'data')
  socket.destroy()
}

const first = await start()
await first.call('profiles.save', { name: 'Main', environment: 'production', options: {}, secrets: { streamKey } })
await first.app.close()
execFileSync('dbus-send', [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  'array:objpath:/org/freedesktop/secrets/collection/login',
])

const second = await start()
const operation = 'PUT /api/video/event/update'
const { id } = await second.call('drafts.save', { operation, title: 'Night', notes: `see ${streamKey}`, body: {} })
const notes = async () => String((await second.call('drafts.get', { id })).notes)
process.stdout.write(`locked: ${(await notes()).includes(streamKey) ? 'kept as it is' : 'masked'}\n`)
await unlock()
let looks = 0
await until(async () => {
  await second.call('credentials.status', { environment: 'production' })
  return ++looks > 100 || !(await notes()).includes(streamKey)
}, 200)
process.stdout.write(`unlocked: ${(await notes()).includes(streamKey) ? 'kept as it is' : 'masked'}\n`)
await second.app.close()
process.exit(0)
