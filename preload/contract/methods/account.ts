import { z } from 'zod'
import { accountStateSchema, signInSchema } from '../account.ts'
import { recordOf } from '../schema.ts'
import { environmentId, id, operationKey, type MethodDeclarations } from './method.ts'

const dotted = z.string().min(1).max(512)

export const accountMethods = {
  'account.state': {
    scope: 'read',
    about: 'Who is signed in, and whether the platform still accepts the session.',
    input: z.strictObject({ environment: environmentId }),
    output: accountStateSchema,
  },
  'account.signIn': {
    scope: 'desk',
    about:
      'Sends a sign-in or a sign-up (an operation whose answer may hold a session) in the chosen environment; see [Signing in](#signing-in).',
    input: z.strictObject({
      operation: operationKey,
      body: recordOf(z.string().max(256), z.unknown(), 1_000),
      press: z.uuid().optional(),
    }),
    output: signInSchema,
  },
  'account.map': {
    scope: 'desk',
    about:
      'Takes the session out of the answer to that sign-in, by dotted paths; answered once it is in the keychain. The mapping is remembered.',
    input: z.strictObject({
      intent: id,
      mapping: z.strictObject({ token: dotted, accountId: dotted.optional(), sessionId: dotted.optional() }),
    }),
    output: accountStateSchema,
  },
  'account.forgetMapping': {
    scope: 'desk',
    about: 'Forgets a remembered mapping.',
    input: z.strictObject({ environment: environmentId, operation: operationKey }),
    output: accountStateSchema,
  },
} satisfies MethodDeclarations
