import type { HandlersOf, Services } from './handlers.ts'

export function accountHandlers({ account }: Services): HandlersOf<'account'> {
  return {
    'account.state': ({ environment }) => account.state(environment),
    'account.signIn': (request) => account.signIn(request),
    'account.map': ({ intent, mapping }) => account.map(intent, mapping),
    'account.forgetMapping': ({ environment, operation }) => account.forgetMapping(environment, operation),
  }
}
