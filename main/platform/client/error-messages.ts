// What a person reads when a request failed: what happened, what it means, what to do next.
import type { ErrorCode } from '#contract/errors.ts'
import type { Product } from '#contract/operation.ts'
import { longestWaitMs } from './retry-after.ts'

export type Doing = 'read' | 'write'

const untouched: Record<Doing, string> = { read: 'Nothing was read.', write: 'Nothing was changed.' }
const doubt = 'It may have been applied or not.'
const lookFirst = "Look at the platform's state before sending it again."

const refused: Partial<Record<ErrorCode, [happened: string, next: string]>> = {
  invalid_request: ['The platform did not accept the request', 'Correct the request and send it again.'],
  authentication_required: [
    'The platform did not accept the credential',
    'Check the credential of this environment in Settings.',
  ],
  not_authorized: [
    'The platform does not allow this',
    'Check that the account may use this product, or choose another authentication scheme in Settings.',
  ],
  not_found: ['The platform does not know this record', 'Check the identifiers and the chosen environment.'],
  conflict: ["The request conflicts with the platform's present state", 'Read the record again and decide then.'],
  rate_limited: ['The platform asks to wait', 'Try again later.'],
  server_error: ['The platform failed', 'Try again in a moment.'],
  timed_out: ['The platform gave up waiting for the request', 'Try again in a moment.'],
}

/** An HTTP status that says no. `said` are the platform's own words, redacted. */
export function refusedWords(code: ErrorCode, status: number, doing: Doing, said: string | undefined): string {
  const [happened, next] = refused[code] ?? [
    'The platform refused the request',
    'Correct the request and send it again.',
  ]
  return `${happened} (${status})${quote(said)}. ${untouched[doing]} ${next}`
}

export function waitWords(product: Product, waitMs: number, askedMs: number | undefined): string {
  const long =
    askedMs !== undefined && askedMs > longestWaitMs
      ? ` It asked for ${span(askedMs)}; the desk asks again earlier.`
      : ''
  return `The platform asks ${product} to wait.${long} Nothing was sent or changed by this request. Try again in ${span(waitMs)}.`
}

export const givenUpWords = 'The read was given up. Nothing was changed. Send it again when it is wanted.'

export function unreachableWords(reason: string): string {
  return `The platform can't be reached. ${reason}. Nothing was sent. Check the network and the environment's address.`
}

export function failedReadWords(reason: string): string {
  return `The read was not completed. ${reason}. Nothing was changed. Try again.`
}

export function unknownWords(reason: string, said?: string): string {
  return `It is not known how the request ended. ${reason}${quote(said)}. ${doubt} ${lookFirst}`
}

function quote(said: string | undefined): string {
  return said === undefined ? '' : `: “${said.replace(/[.!\s]+$/, '')}”`
}

function span(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
