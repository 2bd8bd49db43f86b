import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { reply, startStub } from '../../../support/stub-platform.ts'
import { login } from './support.ts'
import { createApp } from '../../../support/contract.ts'

const secrets = {
  token: 'f3Zk09aLqW7uYxT2bNcDpQ81',
  letters: 'AbCdEfGhIjKlMnOpQrStUvWx',
  cookie: 'cookie-value-55aa66bb77cc',
  password: 'evening-light-42-Zx81',
  short: 'pw-9!',
  named: 'f7b20e6d91c44aa8b3d5',
}

// Catches a token or a password that gets out by another door than the ledger's: the viewer of a write, the history with its kept answers, a
// learned form, an export, a draft, an event, the log.
it.each([200, 401, 500])('no door of the desk lets a secret out: the platform answers %i', async (status) => {
  const stub = await startStub(({ url, body }, response) => {
    if (url.includes('/get-sessions'))
      return reply(response, 200, { data: [{ id: 'd1', device: 'Desk', token: secrets.token }] })
    const answer = {
      data: { id: 'x1', status: 'ok', key: secrets.token, jwt: secrets.letters, [secrets.named]: { note: 'x' } },
      message: `Got ${body} for ${secrets.token}`,
      echo: body === '' ? null : (JSON.parse(body) as unknown),
      requestId: 'r1',
    }
    reply(response, url.includes('/general/session') ? 200 : status, answer, {
      'set-cookie': `sid=${secrets.cookie}`,
      'x-renewed': secrets.token,
    })
  })
  onTestFinished(() => stub.close())
  const folder = await mkdtemp(join(tmpdir(), 'doors-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const log: unknown[] = []
  const logger = { write: (...line: unknown[]) => void log.push(line) }
  const app = await createApp(
    {
      host: 'loopback',
      profile: join(folder, 'profile'),
      keychain: createMemoryKeychain({ clock: systemClock, log: logger }),
      clock: systemClock,
      log: logger,
      shell: { openExternal: async () => undefined },
    },
    { version: '0.0.0', environment: 'development', baseUrl: stub.baseUrl },
  )
  const told: unknown[] = []
  app.bridge.subscribe((...event: unknown[]) => void told.push(event))
  async function ask<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<BridgeOutput<M> | undefined> {
    const answer = await app.bridge.call(method, params ?? {})
    told.push(answer)
    return answer.ok ? (answer.data as BridgeOutput<M>) : undefined
  }

  await ask('history.configure', { reads: 'answers' })
  const bodies = [
    { email: 'studio@example.com', password: secrets.password },
    { email: 'studio@example.com', pwd: secrets.short },
  ]
  for (const body of bodies) {
    const signIn = await ask('account.signIn', { operation: login, body })
    const sent = await ask('ledger.submit', { operation: login, body })
    for (const intent of [signIn?.intent, sent]) {
      if (intent === undefined) continue
      const seen = await ask('requests.ofIntent', { id: intent.id })
      if (seen?.body !== undefined) await ask('answers.part', { id: seen.body.id, from: 0, length: 100_000 })
      await ask('history.get', { id: intent.id })
      await ask('ledger.get', { id: intent.id })
    }
    await ask('drafts.save', { operation: login, title: 'Sign in', body })
    // The platform's own echo is not asked about: what a person has typed goes from here to main and back.
    await ask('ledger.list', { limit: 100 })
  }
  await ask('credentials.save', {
    environment: 'development',
    credential: 'session',
    value: { token: 'another-token-of-today' },
  })
  const read = await ask('requests.read', { operation: 'GET /api/account/general/session' })
  if (read?.body !== undefined) await ask('answers.part', { id: read.body.id, from: 0, length: 100_000 })
  await ask('platform.read', { operation: 'GET /api/account/general/session' })
  await ask('requests.read', {
    operation: 'GET /api/account/general/get-sessions',
    query: { password: secrets.password },
  })
  const history = await ask('history.list', { limit: 100 })
  for (const { id } of history?.items ?? []) await ask('history.get', { id })
  await ask('learned.list', { environment: 'development' })
  await ask('learned.get', { environment: 'development', operation: login })
  await ask('learned.export', { environment: 'development' })
  await ask('catalog.export', { moneyAndDeletions: true, learned: true })
  await ask('account.state', { environment: 'development' })
  await app.close()

  const seen = JSON.stringify(told)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))))
  for (const [name, secret] of Object.entries(secrets)) {
    expect(
      seen.includes(secret),
      `${name} over the bridge: ${seen.slice(Math.max(0, seen.indexOf(secret) - 300), seen.indexOf(secret) + 60)}`,
    ).toBe(false)
    expect(JSON.stringify(log).includes(secret), `${name} in the log`).toBe(false)
    expect(
      bytes.includes(secret),
      `${name} in the profile: ${bytes.subarray(Math.max(0, bytes.indexOf(secret) - 300), bytes.indexOf(secret) + 60).toString('latin1')}`,
    ).toBe(false)
  }
  expect(seen).toContain('studio@example.com')
  expect(history?.items.length).toBeGreaterThan(4)
})
