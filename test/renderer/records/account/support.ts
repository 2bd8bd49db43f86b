import type { FoundField, SignIn } from '#contract/account.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { sampleIntent } from '../../support/sample-backend.ts'

export const login = 'POST /api/account/general/login'

const found: FoundField[] = [
  { path: 'data.token', masked: 'f3••••••••cD', length: 20, guess: 'token' },
  { path: 'data.accountId', masked: '•••••', length: 5, guess: 'accountId' },
  { path: 'data.status', masked: '••', length: 2 },
]

export function loginIntent(change: Partial<Intent>): Intent {
  const { reference, environment, createdAt } = sampleIntent(0)
  return {
    reference,
    environment,
    createdAt,
    state: 'confirmed',
    attempts: 1,
    id: 'in-1',
    operation: login,
    product: 'Accounts',
    risk: 'edit',
    request: { body: { email: 'studio@example.com', password: { $secret: 'intent/in-1/password/x' } } },
    evidence: [],
    ...change,
  }
}

export const confirmed = (more: Partial<SignIn> = {}): SignIn => ({
  intent: loginIntent({ state: 'confirmed', status: 200 }),
  found,
  suggested: { token: 'data.token', accountId: 'data.accountId' },
  stored: false,
  ...more,
})

/** An answer in which nothing looks like the token. */
export const confirmedWithout = (): SignIn => ({
  intent: loginIntent({ state: 'confirmed', status: 200 }),
  found,
  stored: false,
})

export const rejected = (error: Partial<DeskErrorShape>): SignIn => ({
  intent: loginIntent({
    state: 'rejected',
    error: {
      code: 'authentication_required',
      message: 'The platform did not accept the credential (401).',
      facts: { reason: 'credential_refused', said: 'The password is not right' },
      retryable: false,
      ...error,
    },
  }),
  found: [],
  stored: false,
})
