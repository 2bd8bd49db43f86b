import { httpInstant } from './retry-after.ts'
import type { Answer } from './send.ts'

/** A slower answer leaves open when the platform read its clock. */
const longestMs = 4_000
/** The Date header drops half a second on average. */
const droppedMs = 500

/**
 * This machine's clock less the platform's in milliseconds, by the Date header and the middle of the request. Undefined
 * without the header and for cached or slow answers.
 */
export function clockOffsetMs(
  { header, durationMs }: Pick<Answer, 'header' | 'durationMs'>,
  endedAt: number,
): number | undefined {
  const date = httpInstant(header('date')?.trim() ?? '')
  if (date === undefined || durationMs > longestMs || header('age') !== undefined) return undefined
  return Math.round(endedAt - durationMs / 2 - (date + droppedMs))
}
