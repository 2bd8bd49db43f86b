import { formatNumber } from '../../composables/locale/numbers.ts'

export interface Series {
  id: string
  label: string
  unit?: string | undefined
  /** Milliseconds since 1970; null where the value is not known. */
  points: ReadonlyArray<readonly [ms: number, value: number | null]>
}

/** Lines differ in colour and in dashes. */
export const tokens = [
  '--ui-primary',
  '--ui-info',
  '--ui-warning',
  '--ui-secondary',
  '--ui-success',
  '--ui-text-highlighted',
] as const
export const dashes: ReadonlyArray<readonly number[] & number[]> = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [14, 6],
  [4, 2, 1, 2],
]

export interface Summary {
  first: readonly [ms: number, value: number]
  last: readonly [ms: number, value: number]
  min: number
  max: number
}

/** Undefined where no point has a value. */
export function summaryOf({ points }: Series): Summary | undefined {
  let summary: Summary | undefined
  for (const [ms, value] of points) {
    if (value === null || !Number.isFinite(value)) continue
    const point = [ms, value] as const
    if (summary === undefined) summary = { first: point, last: point, min: value, max: value }
    else {
      if (ms < summary.first[0]) summary.first = point
      if (ms >= summary.last[0]) summary.last = point
      summary.min = Math.min(summary.min, value)
      summary.max = Math.max(summary.max, value)
    }
  }
  return summary
}

export function formatValue(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '\u2013'
  const text = formatNumber(value, 2)
  return unit === undefined || unit === '' ? text : `${text} ${unit}`
}
