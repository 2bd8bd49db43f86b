// Nothing here waits in the queue: a log-out or a new password that takes effect an hour later surprises its person.
import { accountReset } from './bodies/account-reset.ts'
import { gone, read } from './columns.ts'
import type { CatalogEntry } from './entry.ts'
import { forgot, login, logoutDevice, setPassword, signUp } from './suggested/accounts.ts'

const general = { product: 'Accounts', resource: 'account/general' } as const
const types = { product: 'Accounts', resource: 'account/types', auth: 'apiKey' } as const

export const accounts = {
  'POST /api/account/general/create': {
    ...general,
    name: 'Create',
    kind: 'create',
    risk: 'edit',
    queueable: false,
    auth: 'none',
    suggested: signUp,
    secretFields: ['password'],
    answers: 'session',
  },
  'POST /api/account/general/forgot': {
    ...general,
    name: 'Forgot Email',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    auth: 'none',
    suggested: forgot,
  },
  'GET /api/account/general/get-sessions': { ...general, name: 'Get Logged In Devices', ...read, auth: 'session' },
  'GET /api/account/general/get/{accountId}': { ...general, name: 'Get Account', ...read, auth: 'session' },
  'POST /api/account/general/login': {
    ...general,
    name: 'Login Email',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    auth: 'none',
    suggested: login,
    secretFields: ['password'],
    answers: 'session',
  },
  'POST /api/account/general/logout-device': {
    ...general,
    name: 'Logout Device',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    auth: 'session',
    suggested: logoutDevice,
    record: ['body.deviceId', 'body.sessionId'],
    confirmWith: gone('GET /api/account/general/get-sessions'),
  },
  'POST /api/account/general/logout-everywhere': {
    ...general,
    name: 'Logout Everywhere',
    kind: 'act',
    risk: 'destroy',
    queueable: false,
    auth: 'session',
  },
  'POST /api/account/general/logout': {
    ...general,
    name: 'Logout',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    auth: 'session',
  },
  'PUT /api/account/general/reset': {
    ...general,
    name: 'Reset Password',
    kind: 'act',
    risk: 'edit',
    queueable: false,
    auth: 'session',
    body: accountReset,
  },
  'GET /api/account/general/session': { ...general, name: 'Session', ...read, auth: 'session', answers: 'session' },
  'POST /api/account/general/set-password': {
    ...general,
    name: 'Set Password',
    kind: 'update',
    risk: 'edit',
    queueable: false,
    auth: 'session',
    suggested: setPassword,
    secretFields: ['currentPassword', 'password'],
    answers: 'session',
  },

  'GET /api/account/types/get': { ...types, name: 'Types - Get - Location Place', ...read },
} satisfies Record<string, CatalogEntry>
