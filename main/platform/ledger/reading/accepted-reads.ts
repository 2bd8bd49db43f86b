// When an accepted write is read again, and when it is the person's turn. Pure.
import type { Intent } from '#contract/models.ts'
import type { NewEvidence } from '../intent-store.ts'

/** How long after each read the next one comes. */
const paceMs = [2_000, 5_000, 15_000, 60_000, 300_000]
const longestMs = 24 * 3_600_000
/** Whatever the clock says: as few reads ask nobody yet, and as many are a day of them. */
const fewestReads = 5
export const mostReads = 300

/** In milliseconds. */
export const waitAfter = (reads: number): number => paceMs[Math.min(reads, paceMs.length - 1)] ?? 0

/** Whether it is the person's turn. A clock that was set alone decides nothing. */
export function isDue({ evidence }: Intent, reads: number, now: number): boolean {
  const since = evidence
    .slice(evidence.findLastIndex(({ event }) => event === 'sent') + 1)
    .find(({ code }) => code === 'accepted' || code === 'record_accepted')?.at
  const waitedMs = since === undefined ? 0 : now - Date.parse(since)
  return reads >= mostReads || (reads >= fewestReads && waitedMs >= longestMs)
}

/** Whether the person was told that nothing more is read by itself. */
export const isAsking = ({ evidence }: Intent): boolean => evidence.at(-1)?.facts?.['next'] === 'decide'

/** Whether the newest evidence says the same. */
export function isLast({ evidence }: Intent, found: NewEvidence | undefined): boolean {
  const last = evidence.findLast(({ code }) => code !== 'read_failed')
  return (
    last !== undefined &&
    found !== undefined &&
    last.code === found.code &&
    last.note === found.note &&
    JSON.stringify(last.facts ?? {}) === JSON.stringify(found.facts ?? {})
  )
}
