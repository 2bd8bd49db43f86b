// The boundary between screens and backend. Main's handlers, docs/control-api.md and docs/openrpc.json follow from this
// list.
import type { z } from 'zod'
import type { DeskErrorShape } from './errors.ts'
import { accessMethods } from './methods/access.ts'
import { accountMethods } from './methods/account.ts'
import { careMethods } from './methods/maintenance.ts'
import { deskMethods } from './methods/desk.ts'
import { draftMethods } from './methods/drafts.ts'
import { environmentMethods } from './methods/environments.ts'
import { learnedMethods } from './methods/learned.ts'
import { ledgerMethods } from './methods/ledger.ts'
import { liveMethods } from './methods/live.ts'
import { mailMethods } from './methods/mail.ts'
import type { MethodDeclaration } from './methods/method.ts'
import { pictureMethods } from './methods/pictures.ts'
import { requestMethods } from './methods/requests.ts'
import { updateMethods } from './methods/updates.ts'
import type { Of } from './schema.ts'

/** Anything else is refused. */
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
  ...pictureMethods,
  ...mailMethods,
  ...accessMethods,
  ...updateMethods,
}

export type BridgeMethod = keyof typeof bridgeMethods

export type BridgeInput<M extends BridgeMethod> = z.input<(typeof bridgeMethods)[M]['input']>

/** After its check, defaults filled in. */
export type BridgeParams<M extends BridgeMethod> = z.output<(typeof bridgeMethods)[M]['input']>

export type BridgeOutput<M extends BridgeMethod> = Of<(typeof bridgeMethods)[M]['output']>

/** Undefined for an unknown name. */
export const declarationOf = (method: string): MethodDeclaration | undefined =>
  Object.hasOwn(bridgeMethods, method) ? bridgeMethods[method as BridgeMethod] : undefined

export type Envelope<T> = { ok: true; data: T } | { ok: false; error: DeskErrorShape }

/**
 * What a preload exposes to the page, and nothing else. Parameters, answers and payloads are JSON text: the context bridge
 * would copy an object field by field on the page's thread, and no deeper than 1,000 levels.
 */
export interface DeskHost {
  /** Answers the text of an Envelope. */
  request(method: string, params: string): Promise<string>
  subscribe(listener: (event: string, payload: string) => void): () => void
}
