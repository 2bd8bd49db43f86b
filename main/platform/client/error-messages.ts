// What a failed request is called: a reason with facts for the page, and one English sentence for scripts and logs.
import type { ErrorCode, Facts } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'

const sentences = {
  connection_refused: '{host} refuses connections',
  connection_slow: '{host} did not accept a connection in time',
  host_not_found: 'the name {host} was not found',
  tls_not_accepted: 'no secure connection to {host}: its certificate or encryption was not accepted',
  network_missing: 'no network leads to {host}',
  connection_failed: 'no connection to {host}',
  connection_cut: 'the connection was cut before an answer came',
  answer_cut: 'the answer breaks off in the middle',
  answer_late: 'no whole answer came in time',
  answer_too_large: 'the answer is larger than {kib} KiB',
  answer_not_unpacked: 'the answer could not be unpacked',
  answer_too_deep: 'the answer is nested more than {levels} levels deep',
  answer_not_utf8: 'the answer is not valid UTF-8 text',
  answer_is_page: 'the answer is a web page instead of JSON',
  answer_not_json: 'the answer is not valid JSON',
  answer_not_readable: 'the answer could not be read',
  answer_redirects: 'the platform answered with a redirect, which is not followed',
  answer_says_failed: 'the platform answered that it could not do this',
  answer_unclear: 'the answer does not say whether this was done',
  answer_not_ready: 'the platform has not prepared its answer yet',
  platform_failed: 'the platform failed ({status})',
  platform_gave_up: 'the platform gave up waiting for the request',
  request_refused: 'the platform did not accept the request ({status})',
  credential_refused: 'the platform did not accept the credential ({status})',
  access_refused: 'the platform does not allow this ({status})',
  record_not_known: 'the platform does not know this record ({status})',
  state_conflicts: "the request conflicts with the platform's present state ({status})",
  platform_busy: 'the platform asks to wait ({status})',
  request_not_sendable: 'the request could not be put together',
} as const satisfies Partial<Record<ErrorReason, string>>

export type WireFault = Facts & { reason: keyof typeof sentences }

export function sentenceOf(fault: WireFault): string {
  const text = filled(fault)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const filled = (fault: WireFault): string =>
  sentences[fault.reason].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fault[name]))

export const unknownMessage = (fault: WireFault): string => `It is not known how the request ended: ${filled(fault)}.`

/** The reason of a code that the platform refused with. */
export const refusalReasons: Partial<Record<ErrorCode, WireFault['reason']>> = {
  authentication_required: 'credential_refused',
  not_authorized: 'access_refused',
  not_found: 'record_not_known',
  conflict: 'state_conflicts',
  rate_limited: 'platform_busy',
  server_error: 'platform_failed',
  timed_out: 'platform_gave_up',
}
