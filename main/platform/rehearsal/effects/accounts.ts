// Sign-up, log-in and sessions. Any password is accepted but those that begin with `wrong`; none is kept.
import { rehearsalCredentials, tokenFor } from '../auth.ts'
import { given, stamp, text, type Answer, type Call, type Effects } from '../call.ts'
import { page } from '../lists.ts'
import { change, find, insert, lookUp } from '../records.ts'
import { impossible, invalid, Refusal } from '../refusal.ts'
import type { Stored } from '../store.ts'

const accountResource = 'account/general'
const sessionResource = 'account/session'

export const accounts: Effects = {
  /** With a password the account is signed in at once; without one a mail would ask for it. */
  'POST /api/account/general/create'(call) {
    const email = emailOf(call)
    if (byEmail(call, email) !== undefined) throw impossible('email', 'an account with this address is there already')
    if (isWrong(call, 'password')) throw impossible('password', 'this password is on a list of known ones')
    const account = insert(call, accountResource, { ...call.body, email })
    if (given(call, 'password') === undefined) return { data: account }
    const { id } = signIn(call, account.id)
    return { data: { ...account, session: { id, accountId: account.id, accessToken: tokenFor(id) } } }
  },

  'POST /api/account/general/login'(call) {
    const email = emailOf(call)
    if (isWrong(call, 'password'))
      throw new Refusal(401, 'authentication_required', 'The address or the password is not right.')
    const account = byEmail(call, email) ?? lookUp(call, accountResource, rehearsalCredentials.session.accountId)
    const session = signIn(call, account.id)
    return { data: { ...session, token: tokenFor(session.id) } }
  },

  'GET /api/account/general/get-sessions': (call) =>
    page(
      call,
      open(call).map((session) => ({ ...session, current: session.id === call.caller.sessionId })),
    ),

  'GET /api/account/general/session'(call) {
    const id = text(call, 'sessionId') ?? call.caller.sessionId ?? rehearsalCredentials.session.sessionId
    return { data: lookUp(call, sessionResource, id) }
  },

  'GET /api/account/general/get/{accountId}': (call) => ({ data: find(call, accountResource) }),

  'POST /api/account/general/logout': (call) =>
    end(call, text(call, 'sessionId') ?? call.caller.sessionId ?? rehearsalCredentials.session.sessionId),

  'POST /api/account/general/logout-device'(call) {
    const id = text(call, 'deviceId', 'sessionId', 'id')
    if (id === undefined) throw invalid({ path: 'deviceId', message: 'is missing' })
    return end(call, id)
  },

  'POST /api/account/general/logout-everywhere'(call) {
    const ended = open(call)
    for (const session of ended) end(call, session.id)
    return { data: { id: call.caller.accountId, status: 'logged_out', ended: ended.length } }
  },

  'POST /api/account/general/forgot': mailed,
  'PUT /api/account/general/reset': mailed,

  'POST /api/account/general/set-password'(call) {
    if (isWrong(call, 'currentPassword')) throw impossible('currentPassword', 'is not the present password')
    if (isWrong(call, 'password')) throw impossible('password', 'this password is on a list of known ones')
    return { data: { id: call.caller.accountId, status: 'password_set' } }
  },

  'GET /api/account/types/get': (call) => page(call, call.store.all('account/types').reverse()),
}

/** The same answer whether the address is known or not, as account services give. */
function mailed(call: Call): Answer {
  const email = text(call, 'email')
  return { data: { id: call.caller.accountId, status: 'reset_sent', ...(email === undefined ? {} : { email }) } }
}

function signIn(call: Call, accountId: string): Stored {
  const opened = insert(call, sessionResource, {
    accountId,
    device: text(call, 'device', 'deviceName') ?? 'Showdesk',
    lastSeenAt: stamp(call),
  })
  return change(call, sessionResource, opened, { sessionId: opened.id, deviceId: opened.id })
}

function isWrong(call: Call, name: string): boolean {
  return text(call, name)?.startsWith('wrong') === true
}

function open(call: Call): Stored[] {
  return call.store
    .all(sessionResource)
    .filter((one) => one.accountId === call.caller.accountId && one.status !== 'ended')
}

function end(call: Call, id: string): Answer {
  return {
    data: change(call, sessionResource, lookUp(call, sessionResource, id), { status: 'ended', endedAt: stamp(call) }),
  }
}

function emailOf(call: Call): string {
  const email = text(call, 'email')
  if (email?.includes('@') !== true) throw invalid({ path: 'email', message: 'must be an e-mail address' })
  return email
}

function byEmail(call: Call, email: string): Stored | undefined {
  return call.store.all(accountResource).find((account) => account.email === email)
}
