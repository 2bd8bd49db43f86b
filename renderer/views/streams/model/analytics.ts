// Figures of a stream over time: the platform's own where an answer has a list with instants, else what was read while the view was open.
import { isObject, type Json } from '#contract/json.ts'
import { readRecord } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'

type Point = readonly [ms: number, value: number | null]

export interface Series {
  /** The field's dotted name in the answer. */
  id: string
  points: Point[]
  source: 'platform' | 'observed'
}

/** The figures of one read; `values` is null for a failed one, which is drawn as a gap. */
export interface Sample {
  at: number
  values: Readonly<Record<string, number>> | null
}

export const keptMs = 4 * 3_600_000
const mostSamples = 6_000
const mostFields = 60
const mostPoints = 6_000
const mostDepth = 4
const decimal = /^-?\d{1,15}(\.\d{1,9})?$/
const notFigures = /(^|\.)(_?id|.*[a-z]Id|.*_id|limit|offset|page|pageSize|version|timestamp|.*At|.*On|.*_at)$/
const instantNames = ['at', 'time', 'timestamp', 't', 'date', 'datetime', 'minute', 'createdAt', 'x']

/** Every figure of an answer's record by its dotted name, also where it came as text. */
export function figuresIn(data: Json | undefined): Record<string, number> {
  const found: Record<string, number> = {}
  collect(readRecord(data), '', 0, found)
  return found
}

function collect(value: Json | undefined, path: string, depth: number, into: Record<string, number>): void {
  if (isObject(value) && depth < mostDepth) {
    for (const [name, inside] of Object.entries(value))
      collect(inside, path === '' ? name : `${path}.${name}`, depth + 1, into)
    return
  }
  const figure = figureOf(path, value)
  if (figure !== undefined && Object.keys(into).length < mostFields) into[path] = figure
}

function figureOf(path: string, value: Json | undefined): number | undefined {
  if (notFigures.test(path.slice(-200))) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && decimal.test(value) ? Number(value) : undefined
}

/** The lists of an answer whose entries have an instant: objects with figures, or pairs. Oldest first, the newest `mostPoints`. */
export function timelinesIn(data: Json | undefined): Series[] {
  const series = new Map<string, Map<number, number | null>>()
  visit(readRecord(data), '', 0, series)
  return [...series].slice(0, mostFields).map(([id, points]) => ({
    id,
    source: 'platform',
    points: [...points].sort(([a], [b]) => a - b).slice(-mostPoints),
  }))
}

function visit(
  value: Json | undefined,
  path: string,
  depth: number,
  into: Map<string, Map<number, number | null>>,
): void {
  if (Array.isArray(value)) {
    for (const entry of value) place(entry, path, into)
  } else if (isObject(value) && depth < mostDepth) {
    for (const [name, inside] of Object.entries(value))
      visit(inside, path === '' ? name : `${path}.${name}`, depth + 1, into)
  }
}

function place(entry: Json, path: string, into: Map<string, Map<number, number | null>>): void {
  if (Array.isArray(entry)) {
    const instant = readInstant(entry[0])
    const figure = figureOf('', entry[1])
    if (instant !== undefined && (figure !== undefined || entry[1] === null))
      pointsOf(path, into).set(instant, figure ?? null)
    return
  }
  if (!isObject(entry)) return
  const name = instantNames.find((candidate) => readInstant(entry[candidate]) !== undefined)
  const instant = name === undefined ? undefined : readInstant(entry[name])
  if (instant === undefined) return
  for (const [field, value] of Object.entries(entry)) {
    const figure = field === name ? undefined : figureOf(field, value)
    if (figure !== undefined || (value === null && into.has(field))) pointsOf(field, into).set(instant, figure ?? null)
  }
}

function pointsOf(id: string, into: Map<string, Map<number, number | null>>): Map<number, number | null> {
  const points = into.get(id) ?? new Map<number, number | null>()
  into.set(id, points)
  return points
}

/** Adds a sample, drops those older than `keptMs`, and replaces one of the same moment. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  // Consecutive failures are one gap.
  if (sample.values === null && last?.values === null) return [...samples]
  const before = last !== undefined && last.at >= sample.at ? samples.slice(0, -1) : samples
  const from = sample.at - keptMs
  return [...before.filter(({ at }) => at >= from), sample].slice(-mostSamples)
}

export function observedSeries(samples: readonly Sample[], wanted?: ReadonlySet<string>): Series[] {
  const fields = [...new Set(samples.flatMap(({ values }) => Object.keys(values ?? {})))].filter(
    (id) => wanted?.has(id) ?? true,
  )
  return fields.map((id) => ({
    id,
    source: 'observed',
    points: samples.map(({ at, values }) => [at, values?.[id] ?? null] as const),
  }))
}

/** A figure of which the platform has a timeline is drawn from that. */
export function seriesOf(answer: Json | undefined, samples: readonly Sample[], wanted?: ReadonlySet<string>): Series[] {
  const platform = timelinesIn(answer)
  const given = new Set(platform.map(({ id }) => id))
  return [
    ...platform.filter(({ id }) => wanted?.has(id) ?? true),
    ...observedSeries(samples, wanted).filter(({ id }) => !given.has(id)),
  ]
}

export function firstPick(series: readonly Series[]): string[] {
  const audience = series.find(({ id }) => /viewer|audience|watching/i.test(id)) ?? series[0]
  return audience === undefined ? [] : [audience.id]
}
