import { expect, it } from 'vitest'
import { stage, text } from './support.ts'

const session = {
  authorization: 'Bearer rehearsal-session',
  'account-id': 'acc_rehearsal',
  'session-id': 'ses_rehearsal',
}
const channels = 'GET /api/video/channel/all'
const create = 'POST /api/video/channel/create'
const reset = 'PUT /api/account/general/reset'

// A platform that lets everyone in: nobody would notice a missing credential before production.
it.each([null, '', 'wrong', 'Rehearsal-key', 'rehearsal-expired'])('answers 401 for the key %s', async (key) => {
  const platform = await stage()
  const { status, error, headers, content } = await platform.ask(channels, { key })
  expect([status, error.code]).toEqual([401, 'authentication_required'])
  expect(headers.get('x-request-id')).toBe(content.requestId)
})

// A 401 that has already changed something.
it('changes nothing without a credential', async () => {
  const platform = await stage()
  const before = await platform.ask(channels)
  await platform.ask(create, { key: null, body: { name: 'Intruder' } })
  expect((await platform.ask(channels)).data).toEqual(before.data)
})

// Rights that are only checked on some verbs.
it('lets a viewer read and not write', async () => {
  const platform = await stage()
  expect((await platform.ask(channels, { key: 'rehearsal-viewer' })).status).toBe(200)
  const written = await platform.ask(create, { key: 'rehearsal-viewer-2', body: { name: 'No' } })
  expect([written.status, written.error.code]).toEqual([403, 'not_authorized'])
})

// Too strict a scheme: the specification names it for five operations only, and Settings may choose either for the rest.
it('takes either credential where the specification names none, and the named one where it does', async () => {
  const platform = await stage()
  expect((await platform.ask(channels, { key: null, headers: session })).status).toBe(200)
  expect(
    (await platform.ask(channels, { key: null, headers: { authorization: 'Bearer rehearsal-session' } })).status,
  ).toBe(200)
  expect((await platform.ask('GET /api/account/general/get-sessions')).status).toBe(200)
  expect((await platform.ask(reset, { body: { email: 'a@example.com' } })).status).toBe(401)
  expect((await platform.ask(reset, { key: null, headers: session, body: { email: 'a@example.com' } })).status).toBe(
    200,
  )
  const template = await platform.ask('POST /api/marketing/template/create', {
    key: null,
    headers: session,
    body: { name: 'x' },
  })
  expect(template.status).toBe(401)
})

// Someone else's account answered as one's own.
it('answers 403 for an account that the session does not belong to', async () => {
  const platform = await stage()
  const { status, error } = await platform.ask(channels, {
    key: null,
    headers: { ...session, 'account-id': 'acc_other' },
  })
  expect([status, error.code]).toEqual([403, 'not_authorized'])
})

// A session that still opens doors after its log-out, or a log-out that takes the practice token with it.
it('gives a session at log-in and takes it at log-out', async () => {
  const platform = await stage()
  const login = await platform.ask('POST /api/account/general/login', {
    key: null,
    body: { email: 'studio@example.com', password: 'anything' },
  })
  const [token, accountId, sessionId] = [text(login.data.token), text(login.data.accountId), text(login.data.sessionId)]
  expect(accountId).toBe('acc_rehearsal')
  expect(login.data.password).toBeUndefined()
  const own = { authorization: `Bearer ${token}`, 'account-id': accountId, 'session-id': sessionId }
  const listed = await platform.ask('GET /api/account/general/get-sessions', { key: null, headers: own })
  expect(JSON.stringify(listed.data)).toContain(sessionId)
  expect(JSON.stringify(listed.data)).not.toContain(token)
  expect((await platform.ask('POST /api/account/general/logout', { key: null, headers: own })).data.status).toBe(
    'ended',
  )
  expect((await platform.ask(channels, { key: null, headers: own })).status).toBe(401)
  expect(
    (await platform.ask('POST /api/account/general/logout-everywhere', { key: null, headers: session })).status,
  ).toBe(200)
  expect(
    (await platform.ask('GET /api/account/general/get-sessions', { key: null, headers: session })).data.total,
  ).toBe(0)
  expect((await platform.ask(channels, { key: null, headers: session })).status).toBe(200)
})
