import type { Account } from '../account/index.ts'
import type { HandlersOf } from './handlers.ts'

export function accountHandlers({ account }: { account: Account }): HandlersOf<'account'> {
  return {
    'account.state': ({ environment }) => account.state(environment),
    'account.signIn': (request) => account.signIn(request),
    'account.map': ({ intent, mapping }) => account.map(intent, mapping),
    'account.forgetMapping': ({ environment, operation }) => account.forgetMapping(environment, operation),
  }
}
