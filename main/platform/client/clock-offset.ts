import { httpInstant } from './retry-after.ts'
import type { Answer } from './send.ts'

/** An answer that took longer leaves open when within it the platform looked at its clock. */
const longestMs = 4_000
/** The Date header drops the part of a second, half of one on average. */
const droppedMs = 500

/**
 * This machine's clock less the platform's, in milliseconds, by the answer's Date header and the middle of its request; a second exact at best.
 * Undefined where the answer does not tell: no such header, an answer that a cache kept, or one that took too long. `endedAt` is when the answer was whole.
 */
export function clockOffsetMs(
  { header, durationMs }: Pick<Answer, 'header' | 'durationMs'>,
  endedAt: number,
): number | undefined {
  const date = httpInstant(header('date')?.trim() ?? '')
  if (date === undefined || durationMs > longestMs || header('age') !== undefined) return undefined
  return Math.round(endedAt - durationMs / 2 - (date + droppedMs))
}
