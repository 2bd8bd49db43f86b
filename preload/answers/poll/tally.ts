// A tally is the platform's own numbers or nothing.
import type { Json } from '#contract/json.ts'
import { countsIn, holderIn, isPage, totalIn } from './counts.ts'
import { maxOptions, optionsOf } from './poll.ts'
import type { PollOption } from './poll.ts'

interface TallyRow {
  id: string
  text: string
  /** The platform's number; undefined where it gives none for this option. */
  count: number | undefined
  /** Of the platform's total, from 0; undefined where either number is missing. */
  share: number | undefined
  /** The platform counts votes for an option that the poll does not list. */
  unlisted: boolean
}

export interface Tally {
  rows: TallyRow[]
  /** The platform's total; undefined where it gives none. */
  total: number | undefined
  /** Options that are not shown because there are too many. */
  more: number
}

/** How the options stand by the platform's numbers. `unclear`: an option has no number, so nobody can be named. */
export type Standing = { kind: 'none' | 'unclear' } | { kind: 'ahead' | 'tie'; rows: TallyRow[] }

/**
 * The tally in an answer about one poll. `known` are the options of the poll, where the answer does not list them itself.
 * Undefined where the answer carries neither counts nor a total.
 */
export function tallyOf(answer: Json | undefined, known: readonly PollOption[] = []): Tally | undefined {
  const holder = holderIn(answer)
  if (holder === undefined) return undefined
  const own = optionsOf(holder)
  const options = own.length > 0 ? own : known
  const counted = countsIn(holder, options)
  const total = counted?.total ?? totalIn(holder, isPage(holder))
  if (counted === undefined && total === undefined) return undefined
  const counts = counted?.counts ?? new Map<string, number | undefined>()
  const listed = options.map(({ id, text }) => ({ id, text, count: byIdOrText(counts, id, text), unlisted: false }))
  const names = new Set(options.flatMap(({ id, text }) => [id, text]))
  const others = [...counts]
    .filter(([id]) => !names.has(id))
    .map(([id, count]) => ({ id, text: id, count, unlisted: true }))
  const rows = [...listed, ...others]
  return {
    rows: rows.slice(0, maxOptions).map((row) => ({ ...row, share: shareOf(row.count, total) })),
    total,
    more: Math.max(0, rows.length - maxOptions),
  }
}

/** Who is ahead by the platform's numbers; equal highest numbers are a tie. */
export function standingOf(tally: Tally | undefined): Standing {
  const rows = tally?.rows ?? []
  if (rows.length === 0 || rows.every(({ count }) => count === 0)) return { kind: 'none' }
  const most = Math.max(...rows.map(({ count }) => count ?? 0))
  const first = rows.filter(({ count }) => count === most)
  if ((tally?.more ?? 0) > 0) return { kind: 'unclear' }
  if (rows.some(({ count }) => count === undefined)) {
    // What the platform's total leaves for options without a number may be too little to catch up.
    const left =
      tally?.total === undefined ? Infinity : tally.total - rows.reduce((sum, { count = 0 }) => sum + count, 0)
    if (left < 0 || left >= most) return { kind: 'unclear' }
  }
  return { kind: first.length > 1 ? 'tie' : 'ahead', rows: first }
}

/** Whether the platform's numbers contradict each other; they are shown as they are and said to differ. */
export function disagrees({ rows, total, more }: Tally): boolean {
  if (total === undefined || more > 0 || rows.length === 0 || rows.some(({ count }) => count === undefined))
    return false
  return rows.reduce((sum, { count = 0 }) => sum + count, 0) !== total
}

function byIdOrText(counts: ReadonlyMap<string, number | undefined>, id: string, text: string): number | undefined {
  return counts.has(id) ? counts.get(id) : counts.get(text)
}

function shareOf(count: number | undefined, total: number | undefined): number | undefined {
  return count === undefined || total === undefined || total === 0 ? undefined : count / total
}
