import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAccessFile } from '../../../../main/core/access/file.ts'
import { Failure } from '../../../../main/hosts/cli/failure.ts'
import {
  defaultGrantFile,
  parseGrant,
  readAccess,
  refuseSecrets,
  type Surroundings,
} from '../../../../main/hosts/cli/grant.ts'

const secret = 'A'.repeat(20) + '-_' + 'z9'.repeat(10) + 'x'
const folder = mkdtempSync(join(tmpdir(), 'showdesk-grant-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const around = (env: NodeJS.ProcessEnv = {}, platform: NodeJS.Platform = 'linux'): Surroundings => ({
  env: { XDG_CONFIG_HOME: folder, ...env },
  platform,
  home: folder,
})

function refusal(run: () => unknown): Failure {
  try {
    run()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  return expect.fail('It was taken.')
}

function fileOf(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

// Catches an address of another machine that is connected to, with the secret in the handshake.
test.each([
  `http://192.168.1.4:4100/#g=${secret}`,
  `http://127.0.0.1.example.org:4100/#g=${secret}`,
  `https://127.0.0.1:4100/#g=${secret}`,
  `http://[::1]:4100/#g=${secret}`,
  `http://someone@example.org:80/#g=${secret}`,
])('%s is refused', (line) => {
  const error = refusal(() => parseGrant(line, 'the file'))
  expect(error.exitCode).toBe(2)
  expect(error.message).not.toContain(secret)
})

// Catches one copied line that is not enough, or is not understood with the line end that an editor adds.
test('a secret alone and each kind of copied address are understood', () => {
  expect(parseGrant(`${secret}\n`, 'x')).toEqual({ secret })
  expect(parseGrant(`http://127.0.0.1:4100/#g=${secret}\r\n`, 'x')).toEqual({ secret, port: 4100 })
  expect(parseGrant(` http://localhost:4100/overlay/poll#g=${secret}`, 'x')).toEqual({ secret, port: 4100 })
  for (const text of ['', 'short', `${secret}\n${secret}`, `http://127.0.0.1:4100/?g=${secret}`, 'http://127.0.0.1:1/'])
    expect(refusal(() => parseGrant(text, 'x')).exitCode).toBe(2)
})

// Catches a secret that every program on the machine could read in the list of processes, and one that is repeated in the refusal.
test.each([
  ['call', 'desk.info', secret.padEnd(43, 'b')],
  ['call', 'desk.info', `--port=${secret.padEnd(43, 'b')}`],
  ['call', 'desk.info', '--grant', 'x'],
  ['watch', '--token=abc'],
  ['watch', `http://127.0.0.1:1/#g=${secret}`],
  ['call', 'desk.info', `{"address": "http://127.0.0.1:1/dock/live#g=${secret}"}`],
  ['call', 'x', `bearer.${secret}`],
])('a secret among the arguments %j is refused and not repeated', (...args) => {
  const error = refusal(() => refuseSecrets(args))
  expect(error.exitCode).toBe(2)
  expect(error.message).not.toContain(secret)
})

// Catches a check that refuses ordinary parameters, and one that misses the very secret that is used.
test('ordinary arguments pass, the secret in use does not', () => {
  const args = ['call', 'drafts.get', '{"id":"7e57ab1e-0000-4000-8000-000000000000"}', '--grant-file', '/home/x/grant']
  expect(() => refuseSecrets(args, secret)).not.toThrow()
  expect(refusal(() => refuseSecrets([...args, `{"name":"${secret}"}`], secret)).exitCode).toBe(2)
})

// Catches a grant file that other people of the machine can read, and a refusal that doesn't say how to put it right.
test.each([0o644, 0o640, 0o604, 0o660])('a file of mode %o is refused', (mode) => {
  const path = fileOf(`open-${mode}`, secret, mode)
  expect(refusal(() => readAccess({ grantFile: path, port: '1' }, around())).message).toContain(`chmod 600 ${path}`)
  expect(readAccess({ grantFile: path, port: '1' }, around({}, 'win32'))).toEqual({ port: 1, secret })
})

// Catches a place that is read before one that was named more closely, and a port that is silently another.
test('what is named more closely counts', () => {
  const path = fileOf('named', `http://127.0.0.1:4100/#g=${secret}`)
  const other = 'o'.repeat(43)
  expect(readAccess({ grantFile: path }, around({ SHOWDESK_GRANT: other }))).toEqual({ port: 4100, secret })
  expect(readAccess({ grantFile: path, port: '4200' }, around({ SHOWDESK_PORT: '4300' })).port).toBe(4200)
  expect(readAccess({}, around({ SHOWDESK_GRANT: other, SHOWDESK_PORT: '4300' }))).toEqual({
    port: 4300,
    secret: other,
  })
  const byDefault = defaultGrantFile(around())
  mkdirSync(dirname(byDefault), { recursive: true })
  writeFileSync(byDefault, `${secret}\n`, { mode: 0o600 })
  expect(readAccess({ port: '1' }, around({ SHOWDESK_GRANT: '' })).secret).toBe(secret)
  const profile = join(folder, 'profile')
  expect(refusal(() => readAccess({ profile }, around())).message).toContain('--port')
  expect(refusal(() => readAccess({ profile: '' }, around())).message).toContain('--profile')
  mkdirSync(profile)
  createAccessFile(profile).write({ on: false, port: 4400, grants: [] })
  expect(readAccess({ profile }, around()).port).toBe(4400)
  expect(readAccess({ profile, grantFile: path }, around()).port).toBe(4100)
  for (const port of ['0', '65536', 'x', '1.5', '-1'])
    expect(refusal(() => readAccess({ port }, around())).message).toContain('--port')
})

// Catches a stack trace where a file is missing or is a folder.
test('a file that can not be read is told by its name', () => {
  expect(refusal(() => readAccess({ grantFile: join(folder, 'none') }, around())).message).toContain('none')
  const inside = join(folder, 'private')
  mkdirSync(inside, { mode: 0o700 })
  expect(refusal(() => readAccess({ grantFile: inside }, around())).exitCode).toBe(2)
})
