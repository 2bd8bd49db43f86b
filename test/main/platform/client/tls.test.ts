import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { answering, assertNoSecret, makeClient, raw, write } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-tls-'))
let server: https.Server
let requests = 0
let received = 0

beforeAll(async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    { stdio: 'ignore' },
  )
  server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    requests++
    response.end('{}')
  })
  server.on('secureConnection', (socket) => socket.on('data', (chunk: Buffer) => (received += chunk.length)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

// Catches a credential sent to a server that could not prove who it is, and a failed handshake taken for an unknown outcome.
test('an untrusted certificate means not sent', async () => {
  const { client } = makeClient(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const outcome = await client.write({ operation: write.key, body: { a: 1 } }, 'production', 'desk-1')
  assertNoSecret(outcome)
  expect(outcome).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'unreachable', message: expect.stringContaining('certificate') as unknown },
  })
  expect([requests, received]).toEqual([0, 0])
})

// Catches a variable of the environment that turns the proof off.
test('the environment cannot turn the proof off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const { client } = makeClient(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await client.write({ operation: write.key }, 'production', 'desk-1')).toMatchObject({ outcome: 'not_sent' })
  expect(requests).toBe(0)
})

// Catches a handshake that never ends, or meets no TLS at all, taken for a request that went out.
test('a handshake that fails or hangs means not sent', async () => {
  const secure = (base: string) => base.replace('http:', 'https:')
  const plain = await answering(200, {})
  expect(await makeClient(secure(plain.base)).client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'unreachable' },
  })
  const cut = await raw(
    () => {},
    (_, socket) => socket.destroy(),
  )
  expect(await makeClient(secure(cut.base)).client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'not_sent',
  })
  const silent = await raw(() => {})
  const { client } = makeClient(secure(silent.base), { limits: { idleMs: 150 } })
  expect(await client.write({ operation: write.key }, 'production', 'r')).toMatchObject({
    outcome: 'not_sent',
    error: { message: expect.stringContaining('in time') as unknown },
  })
})
