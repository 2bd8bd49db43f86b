// One error shape for bridge, ledger, screens and the control API; it never holds a secret.
import { z } from 'zod'
import { errorReasons, fieldReasons } from './reasons.ts'
import { named, recordOf, type Of } from './schema.ts'

export const platformErrorCodes = [
  'invalid_request',
  'authentication_required',
  'not_authorized',
  'not_found',
  'rate_limited',
] as const

export const deskErrorCodes = [
  'invalid_input',
  'unreachable',
  'timed_out',
  'unknown_outcome',
  'bad_response',
  'too_large',
  'conflict',
  'server_error',
  'no_credentials',
  'keychain_locked',
  'keychain_denied',
  'keychain_unavailable',
  'secret_missing',
  'unknown_method',
  'not_found_here',
  'invalid_state',
  'not_supported',
  'forbidden',
  'cancelled',
  'storage_full',
  'storage_failed',
  'internal',
] as const

/** Specification, section 7, and the desk's own. */
export type ErrorCode = (typeof platformErrorCodes)[number] | (typeof deskErrorCodes)[number]

const errorCodeSchema = named('ErrorCode', () => z.enum([...platformErrorCodes, ...deskErrorCodes]))

const factText = () => z.string().max(16_384)
const factSchema = () => z.union([factText(), z.number(), z.boolean(), z.null(), z.array(factText()).max(1_000)])
export const factsSchema = named('Facts', () => recordOf(z.string().max(64), factSchema(), 64))
/** What a sentence is about: names, identifiers, numbers and times (ISO 8601, or milliseconds where the name ends in `Ms`). Never a secret. */
export type Facts = Of<typeof factsSchema>

const fieldReasonSchema = named('FieldReason', () => z.enum(fieldReasons))
/**
 * `path` is dotted (`details.additionalCameras.0.camera`). Screens word it by `reason`; without one `message` is the
 * platform's.
 */
const fieldProblemSchema = named('FieldProblem', () =>
  z.strictObject({
    path: z.string(),
    message: z.string(),
    reason: fieldReasonSchema().exactOptional(),
    facts: factsSchema().exactOptional(),
  }),
)
export type FieldProblem = Of<typeof fieldProblemSchema>

const errorReasonSchema = named('ErrorReason', () => z.enum(errorReasons))
/** Screens choose their sentence by the reason and fill in the facts. */
const errorFactsSchema = named('ErrorFacts', () =>
  z.object({ reason: errorReasonSchema().exactOptional() }).catchall(factSchema()),
)
export type ErrorFacts = Of<typeof errorFactsSchema>

/**
 * `retryAfterMs` counts from the error; `retryable`: unchanged, it may succeed later. `message` is English for scripts
 * and logs; no screen shows it.
 */
export const deskErrorSchema = named('DeskError', () =>
  z.strictObject({
    code: errorCodeSchema(),
    message: z.string(),
    facts: errorFactsSchema().exactOptional(),
    operation: z.string().exactOptional(),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    retryAfterMs: z.number().exactOptional(),
    fields: z.array(fieldProblemSchema()).exactOptional(),
    retryable: z.boolean(),
  }),
)
export type DeskErrorShape = Of<typeof deskErrorSchema>

const retryableByDefault: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unreachable',
  'timed_out',
  'server_error',
  'keychain_locked',
])

/** The only error class; the bridge turns it into its shape. */
export class DeskError extends Error {
  readonly code: ErrorCode
  readonly details: Omit<DeskErrorShape, 'code' | 'message' | 'retryable'>
  readonly retryable: boolean

  constructor(
    code: ErrorCode,
    message: string,
    details: Omit<DeskErrorShape, 'code' | 'message' | 'retryable'> & { retryable?: boolean } = {},
  ) {
    super(message)
    this.name = 'DeskError'
    const { retryable, ...rest } = details
    this.code = code
    this.details = rest
    this.retryable = retryable ?? retryableByDefault.has(code)
  }

  toShape(): DeskErrorShape {
    return { code: this.code, message: this.message, ...this.details, retryable: this.retryable }
  }

  static fromShape(shape: DeskErrorShape): DeskError {
    const { code, message, ...details } = shape
    return new DeskError(code, message, details)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Anything else becomes `internal`. */
export function asDeskError(error: unknown): DeskError {
  return error instanceof DeskError ? error : new DeskError('internal', messageOf(error))
}
