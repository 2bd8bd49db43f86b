// A tally is the platform's own numbers or nothing.
import type { Json } from '#contract/json.ts'
import { countsIn, holderIn, isPage, totalIn } from './counts.ts'
import { maxOptions, optionsOf, type PollOption } from './poll.ts'

interface TallyRow {
  id: string
  text: string
  /** Undefined where the platform gives none. */
  count: number | undefined
  /** Of the total, from 0; undefined where a number is missing. */
  share: number | undefined
  /** The poll does not list this option. */
  unlisted: boolean
}

export interface Tally {
  rows: TallyRow[]
  total: number | undefined
  more: number
}

/** `unclear`: an option has no number, so nobody leads. */
export type Standing = { kind: 'none' | 'unclear' } | { kind: 'ahead' | 'tie'; rows: TallyRow[] }

/** `known`: the poll's options, where the answer lists none. Undefined without counts and total. */
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

/** Equal highest numbers are a tie. */
export function standingOf(tally: Tally | undefined): Standing {
  const rows = tally?.rows ?? []
  if (rows.length === 0 || rows.every(({ count }) => count === 0)) return { kind: 'none' }
  const most = Math.max(...rows.map(({ count }) => count ?? 0))
  const first = rows.filter(({ count }) => count === most)
  if ((tally?.more ?? 0) > 0) return { kind: 'unclear' }
  if (rows.some(({ count }) => count === undefined)) {
    // What the total leaves may be too little to catch up.
    const left =
      tally?.total === undefined ? Infinity : tally.total - rows.reduce((sum, { count = 0 }) => sum + count, 0)
    if (left < 0 || left >= most) return { kind: 'unclear' }
  }
  return { kind: first.length > 1 ? 'tie' : 'ahead', rows: first }
}

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
