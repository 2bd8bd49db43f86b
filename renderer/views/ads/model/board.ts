import { scalarText } from '#answers/roles.ts'
import { spelled } from '#answers/json.ts'
import { phaseOf, type Ad, type Phase } from '#answers/placements.ts'

export interface Bar {
  ad: Ad
  phase: Phase
  /** Shares of the window's width, 0 to 1. */
  left: number
  width: number
  /** Bars that would overlap are drawn in rows; from 0. */
  row: number
  /** It begins before, or goes on after, the window; without an end it goes on. */
  cutLeft: boolean
  cutRight: boolean
}

export interface Lane {
  id: string
  label: string
  bars: Bar[]
  rows: number
}

export interface Window {
  /** Milliseconds since 1970. */
  from: number
  to: number
}

/** Lengths of the window in hours; a third of it is past. */
export const spans = [1, 3, 12, 24, 168] as const
export type Span = (typeof spans)[number]
const hour = 3_600_000

/** The shortest window of at least three hours that has a placement; else three hours. */
export function spanFor(ads: readonly Ad[], now: number): Span {
  return spans.slice(1).find((span) => ads.some((ad) => isWithin(ad, windowAround(now, span)))) ?? 3
}

export function windowAround(now: number, span: Span): Window {
  const from = now - (span * hour) / 3
  return { from, to: from + span * hour }
}

export function ticksOf({ from, to }: Window): Array<{ at: number; left: number }> {
  const hours = (to - from) / hour
  const step =
    hours <= 1 ? hour / 4 : hours <= 3 ? hour / 2 : hours <= 12 ? 2 * hour : hours <= 24 ? 4 * hour : 24 * hour
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, place) => first + place * step,
  ).map((at) => ({ at, left: (at - from) / (to - from) }))
}

/** More bars can't be told apart, and laying them out would block the page. */
const mostBars = 300

const isWithin = ({ startsAt, endsAt }: Ad, { from, to }: Window): boolean =>
  startsAt !== undefined && startsAt < to && (endsAt ?? to) > from

/** The placements within the window; of too many, those nearest to now. */
export function nearest(ads: readonly Ad[], window: Window, now: number): { ads: Ad[]; omitted: number } {
  const within = ads.filter((ad) => isWithin(ad, window))
  const distance = ({ startsAt = now, endsAt = window.to }: Ad): number => Math.max(0, startsAt - now, now - endsAt)
  const near = within.length > mostBars ? within.sort((a, b) => distance(a) - distance(b)).slice(0, mostBars) : within
  return { ads: near, omitted: within.length - near.length }
}

/** The least width of a bar as a share, so that it can be pressed. */
const leastWidth = 0.03

export function lanesOf(ads: readonly Ad[], window: Window, now: number): Lane[] {
  const width = window.to - window.from
  const lanes = new Map<string, Lane>()
  for (const ad of [...ads].sort((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))) {
    if (ad.startsAt === undefined || !isWithin(ad, window)) continue
    const left = Math.max(0, (ad.startsAt - window.from) / width)
    const right = Math.min(1, ((ad.endsAt ?? window.to) - window.from) / width)
    const id = laneOf(ad)
    const lane = lanes.get(id) ?? { id, label: id, bars: [], rows: 0 }
    lanes.set(id, lane)
    const row = rowFor(lane, left)
    lane.rows = Math.max(lane.rows, row + 1)
    lane.bars.push({
      ad,
      phase: phaseOf(ad, now),
      left,
      width: Math.max(0, right - left),
      row,
      cutLeft: ad.startsAt < window.from,
      cutRight: ad.endsAt === undefined || ad.endsAt > window.to,
    })
  }
  return [...lanes.values()]
}

function rowFor(lane: Lane, left: number): number {
  for (let row = 0; row < lane.rows; row += 1) {
    if (lane.bars.every((bar) => bar.row !== row || bar.left + Math.max(leastWidth, bar.width) <= left)) return row
  }
  return lane.rows
}

function laneOf({ row, title }: Ad): string {
  return (
    scalarText(spelled(row, 'slot')) ??
    scalarText(spelled(row, 'position')) ??
    scalarText(spelled(row, 'place')) ??
    title
  )
}
