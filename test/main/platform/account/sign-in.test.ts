import { expect, it, onTestFinished } from 'vitest'
import { reply, startStub, type StubAnswer } from '../../../support/stub-platform.ts'
import { login, openDesk, signUp } from './support.ts'

const body = { email: 'studio@example.com', password: 'evening-light-42', device: 'Desk in the studio' }
const sessions = 'GET /api/account/general/get-sessions'
const token = 'f3Zk09aLqW7uYxT2bNcD'

async function stubbed(answer: StubAnswer, idleMs?: number) {
  const stub = await startStub(answer)
  onTestFinished(() => stub.close())
  return { stub, desk: await openDesk({ baseUrl: stub.baseUrl, ...(idleMs === undefined ? {} : { idleMs }) }) }
}

// Catches a sign-in that stores what nobody has confirmed, a session that is stored and not used, and a mapping that is asked for twice.
it('shows what the answer holds, stores it by the confirmed mapping, and by itself the next time', async () => {
  const desk = await openDesk()
  const first = await desk.account.signIn({ operation: login, body })
  expect([first.intent.state, first.stored]).toEqual(['confirmed', false])
  expect(first.suggested).toEqual({ token: 'data.token', accountId: 'data.accountId', sessionId: 'data.sessionId' })
  expect(
    first.found
      .slice(0, 3)
      .map(({ guess }) => guess)
      .sort(),
  ).toEqual(['accountId', 'sessionId', 'token'])
  expect((await desk.account.state('rehearsal')).session).toBe('absent')

  const state = await desk.account.map(first.intent.id, first.suggested ?? { token: '' })
  expect(state).toMatchObject({
    session: 'found',
    accountId: 'acc_rehearsal',
    hasSessionId: true,
    mappings: { [login]: first.suggested },
  })
  const { data } = await desk.read(sessions)
  expect(
    (data as { data: { items: Array<{ current: boolean; device: string }> } }).data.items.filter(
      ({ current }) => current,
    ),
  ).toMatchObject([{ device: 'Desk in the studio' }])

  const before = desk.credentials.generation('rehearsal', 'session')
  const second = await desk.account.signIn({ operation: login, body })
  expect(second.stored).toBe(true)
  expect(desk.credentials.generation('rehearsal', 'session')).toBeGreaterThan(before)
  await expect(desk.account.map(second.intent.id, state.mappings[login] ?? { token: '' })).rejects.toMatchObject({
    code: 'not_found_here',
  })
})

// Catches a record of writes that never says for whom, names the account of an earlier session, or asks the keychain on the way of a write.
it('a write with a session names its account, from the moment it is known until the session goes', async () => {
  const desk = await openDesk()
  const rename = async () => (await desk.send('POST /api/account/general/logout')).account
  expect(desk.account.accountId('rehearsal')).toBeUndefined()
  const { intent, suggested = { token: '' } } = await desk.account.signIn({ operation: login, body })
  // Without the account's field the answer still said it.
  await desk.account.map(intent.id, { token: suggested.token })
  expect(desk.account.accountId('rehearsal')).toBe('acc_rehearsal')
  await desk.credentials.save('rehearsal', {
    scheme: 'session',
    token: 'token-of-another-person',
    accountId: 'acc_other',
  })
  desk.credentials.drop()
  expect(desk.account.accountId('rehearsal')).toBe('acc_other')
  expect(await rename()).toBe('acc_other')
  expect((await desk.send('POST /api/payment/link/create', { options: { name: 'A link' } })).account).toBeUndefined()
  await desk.credentials.save('rehearsal', { scheme: 'session', token: 'token-of-nobody-known' })
  expect(desk.account.accountId('rehearsal')).toBeUndefined()
  expect(await rename()).toBeUndefined()
})

// Catches a session of a sign-up that stands in another place than that of a log-in, and one that is expected where none came.
it('reads the session of a sign-up where there is one', async () => {
  const desk = await openDesk()
  const made = await desk.account.signIn({
    operation: signUp,
    body: { email: 'new@example.com', password: 'evening-light-42' },
  })
  expect(made.suggested).toEqual({
    token: 'data.session.accessToken',
    accountId: 'data.session.accountId',
    sessionId: 'data.session.id',
  })
  const state = await desk.account.map(made.intent.id, made.suggested ?? { token: '' })
  expect(state.accountId).toMatch(/^acc_/)
  const invited = await desk.account.signIn({ operation: signUp, body: { email: 'other@example.com' } })
  expect([invited.intent.state, invited.suggested, invited.stored]).toEqual(['confirmed', undefined, false])
  expect(
    (
      await desk.account.signIn({
        operation: signUp,
        body: { email: 'other@example.com', password: 'evening-light-42' },
      })
    ).intent,
  ).toMatchObject({ state: 'rejected', error: { status: 400 } })
})

// Catches a wrong password that counts as a session that ran out, and a found field where nothing was confirmed.
it('says how a sign-in ended that was refused', async () => {
  const desk = await openDesk()
  const refused = await desk.account.signIn({ operation: login, body: { ...body, password: 'wrong-one' } })
  expect(refused).toMatchObject({
    intent: { state: 'rejected', error: { code: 'authentication_required', status: 401 } },
    found: [],
    stored: false,
  })
  expect((await desk.account.state('rehearsal')).refusedAt).toBeUndefined()
})

// Catches a session that stays good on screen after the platform has said no, one that stays bad after another was stored, and a 401 for the
// key or for an earlier session that is taken for the session's.
it('knows when the platform refuses the session, until another is stored', async () => {
  const desk = await openDesk()
  const { intent, suggested = { token: '' } } = await desk.account.signIn({ operation: login, body })
  await desk.account.map(intent.id, suggested)
  expect((await desk.send('POST /api/account/general/logout')).state).toBe('confirmed')
  expect((await desk.account.state('rehearsal')).refusedAt).toBeUndefined()
  await expect(desk.read(sessions)).rejects.toMatchObject({ details: { status: 401 } })
  await expect.poll(() => desk.changes.at(-1)?.refusedAt).toBeDefined()
  expect((await desk.account.state('rehearsal')).refusedAt).toBeDefined()

  expect((await desk.account.signIn({ operation: login, body })).stored).toBe(true)
  await expect.poll(() => desk.changes.at(-1)?.refusedAt).toBeUndefined()
  await desk.credentials.save('rehearsal', { scheme: 'apiKey', apiKey: 'rehearsal-expired' })
  await expect(desk.read('GET /api/video/channel/all')).rejects.toMatchObject({ details: { status: 401 } })
  expect((await desk.account.state('rehearsal')).refusedAt).toBeUndefined()
})

// Catches a platform that was wrong once and is asked to sign in for ever after.
it('takes the session for good again when a later request passes', async () => {
  let status = 401
  const { desk } = await stubbed((_, response) =>
    reply(response, status, { data: { id: 'x', status: 'ok' }, requestId: 'r' }),
  )
  await desk.credentials.save('development', { scheme: 'session', token })
  await expect(desk.read(sessions)).rejects.toMatchObject({ details: { status: 401 } })
  expect((await desk.account.state('development')).refusedAt).toBeDefined()
  status = 200
  await expect
    .poll(async () => {
      await desk.read(sessions)
      return (await desk.account.state('development')).refusedAt
    })
    .toBeUndefined()
})

// Catches a refusal of an old session that arrives after the new one was stored.
it('does not blame a new session for what was asked with the old one', async () => {
  let answer: () => void = () => undefined
  const asked = Promise.withResolvers<undefined>()
  const { desk } = await stubbed((_, response) => {
    answer = () => reply(response, 401, { error: 'authentication_required' })
    asked.resolve(undefined)
  })
  await desk.credentials.save('development', { scheme: 'session', token })
  const late = desk.read(sessions).catch((error: unknown) => error)
  await asked.promise
  await desk.credentials.save('development', { scheme: 'session', token: 'another-token-of-today' })
  answer()
  await late
  expect((await desk.account.state('development')).refusedAt).toBeUndefined()
})

// Catches an answer that stays in memory for good, through a lock, or after another sign-in took its place.
it('forgets an answer after ten minutes, when the desk is locked, and when another one comes', async () => {
  const desk = await openDesk()
  const signIn = async () => (await desk.account.signIn({ operation: login, body })).intent.id
  const mapping = { token: 'data.token' }
  const old = await signIn()
  desk.clock.ring()
  await expect(desk.account.map(old, mapping)).rejects.toMatchObject({
    code: 'not_found_here',
    details: { facts: { reason: 'sign_in_forgotten', intent: old } },
  })
  const locked = await signIn()
  desk.account.drop()
  await expect(desk.account.map(locked, mapping)).rejects.toMatchObject({ code: 'not_found_here' })
  const [before, now] = [await signIn(), await signIn()]
  await expect(desk.account.map(before, mapping)).rejects.toMatchObject({ code: 'not_found_here' })
  expect((await desk.account.map(now, mapping)).session).toBe('found')
})

// Catches a mapping that stores half a session or a word for a token, and one that loses the answer on a wrong choice.
it('refuses fields that are not there or hold no token, and keeps the answer', async () => {
  const { desk } = await stubbed((_, response) =>
    reply(response, 200, { token: `Bearer ${token}`, note: 'two words', user: { id: 7 } }),
  )
  const { intent } = await desk.account.signIn({ operation: login, body })
  for (const mapping of [
    { token: 'data.token' },
    { token: 'note' },
    { token: 'token', accountId: 'user' },
    { token: '__proto__' },
  ]) {
    await expect(desk.account.map(intent.id, mapping)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { facts: { reason: 'mapping_not_fitting' } },
    })
  }
  expect(await desk.account.map(intent.id, { token: 'token', accountId: 'user.id' })).toMatchObject({
    session: 'found',
    accountId: '7',
    hasSessionId: false,
  })
  expect(await desk.credentials.load('development', 'session')).toEqual({ scheme: 'session', token, accountId: '7' })
})

// Catches a remembered mapping that is forced on an answer of another shape, and one that can't be taken back.
it('asks again when the answer no longer fits the mapping, or the mapping was forgotten', async () => {
  let answer: unknown = { token, user: { id: 'u1' } }
  const { desk } = await stubbed((_, response) => reply(response, 200, answer))
  const first = await desk.account.signIn({ operation: login, body })
  await desk.account.map(first.intent.id, { token: 'token', accountId: 'user.id' })
  answer = { token }
  expect((await desk.account.signIn({ operation: login, body })).stored).toBe(false)
  answer = { token, user: { id: 'u1' } }
  expect((await desk.account.signIn({ operation: login, body })).stored).toBe(true)
  expect((await desk.account.forgetMapping('development', login)).mappings).toEqual({})
  expect((await desk.account.signIn({ operation: login, body })).stored).toBe(false)
})

// Catches a double press that signs in twice, or whose second saying finds no answer.
it('answers a press that was said again with the same sign-in', async () => {
  const { stub, desk } = await stubbed((_, response) => reply(response, 200, { token }))
  const press = crypto.randomUUID()
  const [one, two] = await Promise.all([
    desk.account.signIn({ operation: login, body, press }),
    desk.account.signIn({ operation: login, body, press }),
  ])
  const later = await desk.account.signIn({ operation: login, body, press })
  expect(stub.seen).toHaveLength(1)
  expect(new Set([one, two, later].map(({ intent, suggested }) => `${intent.id} ${suggested?.token ?? ''}`)).size).toBe(
    1,
  )
})

// Catches a sign-in whose answer was lost and that counts as done, or as one to be sent again by itself.
it('says that the outcome is not known where the answer was lost', async () => {
  const { stub, desk } = await stubbed((_, response) => void response.destroy())
  const { intent, found } = await desk.account.signIn({ operation: login, body })
  expect([intent.state, found, stub.seen.length]).toEqual(['unknown', [], 1])
})

// Catches a bridge method that sends any write past the catalog's word on what signs in.
it.each(['POST /api/account/general/logout', 'GET /api/account/general/session', 'POST /api/nothing', '__proto__'])(
  'refuses %s',
  async (operation) => {
    const { stub, desk } = await stubbed((_, response) => reply(response, 200, {}))
    await expect(desk.account.signIn({ operation, body })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { facts: { reason: 'not_a_sign_in', operation } },
    })
    expect(stub.seen).toEqual([])
  },
)
