import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { reply, startStub } from '../../../support/stub-platform.ts'
import { login, openDesk, signUp } from './support.ts'

const secrets = {
  token: 'f3Zk09aLqW7uYxT2bNcDpQ81',
  letters: 'AbCdEfGhIjKlMnOpQrStUvWx',
  number: 918_273_645_546_372,
  cookie: 'cookie-value-55aa66bb77cc',
  password: 'evening-light-42-Zx81',
  short: 'pw-9!',
  nested: 'nested-phrase-7733-kk',
  misplaced: 'typed-in-the-wrong-line-1',
  named: 'name-of-a-field-4411-zz',
}

const bodies = [
  { email: 'studio@example.com', password: secrets.password, device: 'Desk' },
  { email: 'studio@example.com', pwd: secrets.short },
  { user: 'studio', credentials: { value: secrets.nested, second: [secrets.short] } },
  { email: secrets.misplaced, password: secrets.password },
]

type Mode = (response: ServerResponse, echo: unknown) => void
const session = {
  data: {
    id: 'x1',
    status: 'ok',
    key: secrets.token,
    jwt: { of: [secrets.letters] },
    code: secrets.number,
    [secrets.named]: { at: 'x' },
  },
  requestId: 'req-1',
}
const modes: Record<string, Mode> = {
  confirmed: (response, echo) =>
    reply(response, 200, { ...session, echo }, { 'set-cookie': `sid=${secrets.cookie}`, 'x-session': secrets.token }),
  'refused as invalid': (response, echo) =>
    reply(response, 400, {
      error: {
        code: 'invalid_request',
        message: `bad: ${JSON.stringify(echo)}`,
        fields: [{ path: 'password', message: `${JSON.stringify(echo)} is too short` }],
      },
      ...session,
    }),
  'refused as unknown': (response, echo) =>
    reply(response, 401, { message: `No account for ${JSON.stringify(echo)}, was ${secrets.token}`, ...session }),
  'failed with 500': (response, echo) =>
    reply(response, 500, { message: `Failed on ${JSON.stringify(echo)} ${secrets.token}`, ...session }),
  'not JSON': (response, echo) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"token": "${secrets.token}", ${JSON.stringify(echo)}`),
  limited: (response, echo) =>
    reply(
      response,
      429,
      { message: `Wait ${JSON.stringify(echo)}`, errors: { password: [JSON.stringify(echo)] } },
      { 'retry-after': '0' },
    ),
  'cut short': (response) =>
    void response.writeHead(200, { 'content-length': '1000' }).write(JSON.stringify(session), () => response.destroy()),
  silent: () => undefined,
}

// Catches a token or a password in the database, its journal, the log, an event, an error or an answer of the bridge, however the sign-in ended.
it.each(Object.entries(modes))('no byte of a secret leaves memory and keychain: %s', async (_, answer) => {
  const stub = await startStub(({ body }, response) =>
    answer(response, body === '' ? null : (JSON.parse(body) as unknown)),
  )
  onTestFinished(() => stub.close())
  const desk = await openDesk({ baseUrl: stub.baseUrl, idleMs: 400 })
  const told: unknown[] = []
  const keep = async (work: Promise<unknown>) =>
    told.push(await work.catch((error: unknown) => [String(error), JSON.stringify(error)]))
  for (const operation of [login, signUp, 'POST /api/account/general/set-password']) {
    for (const body of bodies) {
      const signIn = desk.account.signIn({ operation, body })
      await keep(signIn)
      const { intent } = await signIn
      await keep(Promise.resolve(desk.ledger.get(intent.id)))
      if (intent.state === 'unknown') await keep(desk.ledger.resolve(intent.id, 'rejected'))
      await keep(desk.account.map(intent.id, { token: 'data.key', sessionId: 'data.code' }))
    }
  }
  await keep(desk.read('GET /api/account/general/session'))
  for (const body of bodies)
    await keep(desk.drafts.save(bridgeMethods['drafts.save'].input.parse({ operation: login, title: 'Sign in', body })))
  told.push(
    await desk.drafts.list(bridgeMethods['drafts.list'].input.parse({ limit: 50 })),
    desk.intents,
    desk.changes,
    desk.ledger.list({ limit: 500 }),
  )
  for (const state of ['development', 'rehearsal'] as const) await keep(desk.account.state(state))

  const seen = JSON.stringify(told)
  const bytes = await desk.bytes()
  for (const [name, secret] of Object.entries(secrets)) {
    expect(
      seen.includes(String(secret)),
      `${name} over the bridge: ${seen.slice(Math.max(0, seen.indexOf(String(secret)) - 200), seen.indexOf(String(secret)) + 60)}`,
    ).toBe(false)
    expect(bytes.includes(String(secret)), `${name} in the profile: ${around(bytes, String(secret))}`).toBe(false)
  }
  // The desk was there at all, and the platform did get what it needs.
  expect(seen).toContain('studio@example.com')
  expect(stub.seen.some(({ body }) => body.includes(secrets.password))).toBe(true)
})

const around = (bytes: Buffer, text: string): string =>
  bytes.subarray(Math.max(0, bytes.indexOf(text) - 200), bytes.indexOf(text) + 60).toString('latin1')

// Catches passwords that stay in the keychain for good after their sign-in has ended.
it('removes a password from the keychain once its intent has settled', async () => {
  const stub = await startStub((_, response) => reply(response, 200, session))
  onTestFinished(() => stub.close())
  const desk = await openDesk({ baseUrl: stub.baseUrl })
  const { intent } = await desk.account.signIn({
    operation: login,
    body: { email: 'studio@example.com', password: secrets.password },
  })
  const { password } = intent.request.body as { password: { $secret: string } }
  expect(password.$secret).toMatch(/^intent\//)
  await expect.poll(async () => (await desk.keychain.get(`secret/${password.$secret}`)).outcome).toBe('absent')
})
