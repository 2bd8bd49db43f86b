import type { OperationKey } from '../../../main/platform/catalog/index.ts'

export const accountOperations = {
  signIn: 'POST /api/account/general/login',
  signUp: 'POST /api/account/general/create',
  setPassword: 'POST /api/account/general/set-password',
  forgot: 'POST /api/account/general/forgot',
  reset: 'PUT /api/account/general/reset',
  sessions: 'GET /api/account/general/get-sessions',
  session: 'GET /api/account/general/session',
  account: 'GET /api/account/general/get/{accountId}',
  logout: 'POST /api/account/general/logout',
  logoutDevice: 'POST /api/account/general/logout-device',
  logoutEverywhere: 'POST /api/account/general/logout-everywhere',
} as const satisfies Record<string, OperationKey>

/** Those whose answer may hold a session. */
export type Signing = 'signIn' | 'signUp' | 'setPassword'
