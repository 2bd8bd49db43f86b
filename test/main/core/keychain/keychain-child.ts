// A desk's keychain in a process of its own, so that a native call that hangs or crashes takes only this process with it.
// node keychain-child.ts BACKEND DEADLINE_MS STEP... where a step is `get ACCOUNT`, `set ACCOUNT VALUE`, `remove ACCOUNT`, `press ACCOUNT OTHER` (a
// person asks for two), `asked` (how often the question was put up so far), or something
// done to the Secret Service: lock, unlock, stop, continue, prompter. Writes one line of JSON per call, and ends by itself.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { KeychainBackend } from '#contract/models.ts'
import { askedByPerson } from '../../../../main/core/keychain/asking.ts'
import { openKeychain } from '../../../../main/core/keychain/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'

const [backend, deadline, ...steps] = process.argv.slice(2)
const env = (name: string) => process.env[name] ?? ''
const call = (destination: string, path: string, method: string, ...list: string[]) =>
  execFileSync('dbus-send', ['--session', '--print-reply', `--dest=${destination}`, path, method, ...list])

const asked = join(env('XDG_DATA_HOME'), 'asked')

/** A prompter that is started and never shows anything, like a question that nobody answers. */
function installSilentPrompter(): void {
  const folder = join(env('XDG_DATA_HOME'), 'dbus-1/services')
  mkdirSync(folder, { recursive: true })
  const script = join(env('XDG_DATA_HOME'), 'prompter.sh')
  writeFileSync(script, `echo asked >> ${asked}\nexec sleep 1\n`)
  writeFileSync(
    join(folder, 'prompter.service'),
    `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sh ${script}\n`,
  )
  call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.ReloadConfig')
}

/** Unlocks as the log-in does: over the daemon's control socket, a credentials byte and then length, operation 1 and the password. */
async function unlock(): Promise<void> {
  const password = Buffer.from('pw')
  const packet = Buffer.alloc(12)
  packet.writeUInt32BE(packet.length + password.length, 0)
  packet.writeUInt32BE(1, 4)
  packet.writeUInt32BE(password.length, 8)
  const socket = connect(join(env('XDG_RUNTIME_DIR'), 'keyring/control'))
  socket.write(Buffer.concat([Buffer.alloc(1), packet, password]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (answer.readUInt32BE(4) !== 0) throw new Error('The keyring was not unlocked')
}

const service: Record<string, () => unknown> = {
  lock: () =>
    call(
      'org.freedesktop.secrets',
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.Lock',
      'array:objpath:/org/freedesktop/secrets/collection/login',
    ),
  unlock,
  stop: () => process.kill(Number(env('SHOWDESK_SECRET_SERVICE_PID')), 'SIGSTOP'),
  continue: () => process.kill(Number(env('SHOWDESK_SECRET_SERVICE_PID')), 'SIGCONT'),
  prompter: installSilentPrompter,
}

const keychain = openKeychain({
  clock: systemClock,
  log: { write: () => undefined },
  prefer: backend as KeychainBackend,
  deadlineMs: Number(deadline),
})
for (const step of steps) {
  const [name = '', account = '', value = ''] = step.split(' ')
  const act = service[name]
  if (act !== undefined) {
    await act()
    continue
  }
  if (name === 'asked') {
    const times = existsSync(asked) ? readFileSync(asked, 'utf8').split('\n').length - 1 : 0
    process.stdout.write(`${JSON.stringify({ step, outcome: String(times) })}\n`)
    continue
  }
  const result =
    name === 'press'
      ? await askedByPerson(async () => (await Promise.all([keychain.get(account), keychain.get(value)]))[0])
      : name === 'set'
        ? await keychain.set(account, value)
        : name === 'remove'
          ? await keychain.remove(account)
          : await keychain.get(account)
  process.stdout.write(`${JSON.stringify({ step, ...result, backend: keychain.backend, why: keychain.reason })}\n`)
}
process.exit(0)
