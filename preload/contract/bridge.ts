// The boundary between the desk's screens and its backend: every method with its scope, input and output, declared in methods/.
// Main derives its handlers from this list, so a method without a handler, or one whose answer does not fit, does not compile.
// No method returns a secret. docs/control-api.md and docs/openrpc.json are made from the same list for scripts and controllers.
import type { z } from 'zod'
import type { DeskErrorShape } from './errors.ts'
import { accountMethods } from './methods/account.ts'
import { careMethods } from './methods/maintenance.ts'
import { deskMethods } from './methods/desk.ts'
import { draftMethods } from './methods/drafts.ts'
import { environmentMethods } from './methods/environments.ts'
import { learnedMethods } from './methods/learned.ts'
import { ledgerMethods } from './methods/ledger.ts'
import { liveMethods } from './methods/live.ts'
import type { MethodDeclaration } from './methods/method.ts'
import { requestMethods } from './methods/requests.ts'
import type { Of } from './schema.ts'

/** Every bridge method; anything that is not named is refused. */
export const bridgeMethods = {
  ...deskMethods,
  ...environmentMethods,
  ...ledgerMethods,
  ...draftMethods,
  ...liveMethods,
  ...requestMethods,
  ...learnedMethods,
  ...accountMethods,
  ...careMethods,
}

/** A bridge method's name. */
export type BridgeMethod = keyof typeof bridgeMethods

/** What a caller passes. */
export type BridgeInput<M extends BridgeMethod> = z.input<(typeof bridgeMethods)[M]['input']>

/** What a handler gets: the input after its check, defaults filled in. */
export type BridgeParams<M extends BridgeMethod> = z.output<(typeof bridgeMethods)[M]['input']>

/** What a method answers. */
export type BridgeOutput<M extends BridgeMethod> = Of<(typeof bridgeMethods)[M]['output']>

/** The declaration of a method, undefined for a name that is none. */
export const declarationOf = (method: string): MethodDeclaration | undefined =>
  Object.hasOwn(bridgeMethods, method) ? bridgeMethods[method as BridgeMethod] : undefined

/** How every answer travels. */
export type Envelope<T> = { ok: true; data: T } | { ok: false; error: DeskErrorShape }

/** What a preload exposes to the page in Electron: these two functions and nothing else. */
export interface DeskHost {
  request(method: string, params: unknown): Promise<Envelope<unknown>>
  subscribe(listener: (event: string, payload: unknown) => void): () => void
}
