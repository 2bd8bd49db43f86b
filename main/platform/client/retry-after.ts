const second = 1_000
/** A longer Retry-After is cut to this. */
export const longestWaitMs = 3_600 * second

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/**
 * Retry-After in milliseconds: seconds, or a date against the answer's own Date header, so that a wrong clock here does
 * no harm.
 */
export function retryAfterMs(
  header: string | undefined,
  answerDate: string | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * second
    : (httpInstant(text) ?? NaN) - (httpInstant(answerDate?.trim() ?? '') ?? now)
  return wait > 0 ? Math.ceil(wait) : undefined
}

export function httpInstant(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : time
}
