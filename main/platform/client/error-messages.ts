// One sentence for scripts and logs about a request that failed. Screens have their own, by code and reason.
import type { ErrorCode } from '#contract/errors.ts'
import type { Product } from '#contract/operation.ts'

const refused: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The platform did not accept the request',
  authentication_required: 'The platform did not accept the credential',
  not_authorized: 'The platform does not allow this',
  not_found: 'The platform does not know this record',
  conflict: "The request conflicts with the platform's present state",
  rate_limited: 'The platform asks to wait',
  server_error: 'The platform failed',
  timed_out: 'The platform gave up waiting for the request',
}

/** An HTTP status that says no. `said` are the platform's own words, redacted. */
export const refusedMessage = (code: ErrorCode, status: number, said: string | undefined): string =>
  `${refused[code] ?? 'The platform refused the request'} (${status})${quote(said)}.`

export const waitMessage = (product: Product, waitMs: number): string =>
  `The platform asks ${product} to wait for ${span(waitMs)}.`

export const unknownMessage = (reason: string, said?: string): string =>
  `It is not known how the request ended. ${reason}${quote(said)}.`

function quote(said: string | undefined): string {
  return said === undefined ? '' : `: “${said.replace(/[.!\s]+$/, '')}”`
}

function span(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
