// Each file of browser tests has a keyring of its own, so that files can run side by side.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'

const names = [
  'DBUS_SESSION_BUS_ADDRESS',
  'HOME',
  'XDG_RUNTIME_DIR',
  'XDG_DATA_HOME',
  'SHOWDESK_SECRET_SERVICE_PID',
] as const
/**
 * Prints where the keyring is, and ends when the other end of its pipe closes: a file that throws on import never
 * reaches afterAll.
 */
const tell = `process.stdout.write(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name] ?? '')) + '\\n'); new (require('node:net').Socket)({ fd: 3 }).resume().on('close', () => process.exit())`

// Where the whole run has no Secret Service, a file has none either.
if (process.env.SHOWDESK_SECRET_SERVICE === '1') {
  const service = spawn('bash', [resolve(import.meta.dirname, 'secret-service.sh'), process.execPath, '-e', tell], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  if (service.stdout === null) throw new Error('The keyring has no stdout')
  const ended = once(service, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: service.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The keyring ended with ${String(code)}`))),
  ])
  const values = JSON.parse(String(line[0])) as string[]
  names.forEach((name, place) => (process.env[name] = values[place] ?? ''))
  afterAll(async () => {
    service.kill('SIGTERM')
    await ended
  })
}
