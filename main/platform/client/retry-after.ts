const second = 1_000
/** The longest wait that the desk keeps; a longer Retry-After is asked again after it. */
export const longestWaitMs = 3_600 * second

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/**
 * The wait that a Retry-After header asks for, in milliseconds: seconds or an HTTP date, the date taken against the answer's own
 * Date header, so that a wrong clock here does no harm. Undefined where there is none that can be used.
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

/** The time of an HTTP date, in milliseconds; undefined where the text is none. */
export function httpInstant(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : time
}
