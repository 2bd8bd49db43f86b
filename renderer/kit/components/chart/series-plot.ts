import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDay, formatShortClock } from '../../composables/time/time.ts'
import { dashes, tokens, type Series } from './series.ts'

export interface Plot {
  update(series: readonly Series[]): void
  resize(width: number, height: number): void
  repaint(): void
  destroy(): void
}

/** Draws into `parent`. `at` gets the time under the pointer in milliseconds, or undefined. */
export function createPlot(parent: HTMLElement, series: readonly Series[], at: (ms: number | undefined) => void): Plot {
  const colour = (name: string): string => getComputedStyle(parent).getPropertyValue(name).trim()
  const units = [...new Set(series.map(({ unit }) => unit ?? ''))]
  const axis = (rest: UPlot.Axis): UPlot.Axis => ({
    stroke: () => colour('--ui-text-muted'),
    grid: { stroke: () => colour('--ui-border-muted'), width: 1 },
    ticks: { stroke: () => colour('--ui-border'), width: 1 },
    font: '12px system-ui, sans-serif',
    ...rest,
  })
  const plot = new UPlot(
    {
      width: Math.max(parent.clientWidth, 200),
      height: Math.max(parent.clientHeight, 120),
      ms: 1,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: series.length > 0 } },
      scales: Object.fromEntries([
        ['x', { time: true }],
        ...units.map((unit) => [`y${unit}`, { auto: true }]),
      ]) as UPlot.Scales,
      axes: [
        axis({ values: (_, splits) => timeLabels(splits), space: 72 }),
        ...units.slice(0, 2).map((unit, index) =>
          axis({
            scale: `y${unit}`,
            size: 64,
            ...(index === 0 ? {} : { grid: { show: false } }),
            ...(unit === '' ? {} : { label: unit, labelSize: 18 }),
          }),
        ),
      ],
      series: [
        {},
        ...series.map(({ label, unit = '' }, index) => ({
          label,
          scale: `y${unit}`,
          stroke: () => colour(tokens[index % tokens.length] ?? ''),
          width: 2,
          dash: dashes[index % dashes.length] ?? [],
          spanGaps: false,
          points: { show: series.every(({ points }) => points.length < 3) },
        })),
      ],
      hooks: {
        setCursor: [(self) => at(typeof self.cursor.idx === 'number' ? self.data[0][self.cursor.idx] : undefined)],
      },
    },
    aligned(series),
    parent,
  )
  return {
    update: (next) => plot.setData(aligned(next)),
    resize: (width, height) => plot.setSize({ width, height }),
    repaint: () => plot.redraw(false, true),
    destroy: () => plot.destroy(),
  }
}

/** Hours and minutes; over more than a day also the day, at its first mark. */
function timeLabels(times: readonly number[]): string[] {
  const days = times.map((ms) => formatDay(new Date(ms)))
  const long = days[0] !== days.at(-1)
  return times.map(
    (ms, index) =>
      `${formatShortClock(new Date(ms))}${long && days[index] !== days[index - 1] ? `\n${days[index] ?? ''}` : ''}`,
  )
}

/** One time axis for all. A missing point is bridged, a null breaks the line. */
function aligned(series: readonly Series[]): UPlot.AlignedData {
  const tables = series.map(({ points }): UPlot.AlignedData => {
    const sorted = points.every(([ms], index) => index === 0 || ms >= (points[index - 1]?.[0] ?? 0))
      ? points
      : [...points].sort(([a], [b]) => a - b)
    return [sorted.map(([ms]) => ms), sorted.map(([, value]) => value)]
  })
  if (tables.length === 0) return [[]]
  return tables.length === 1
    ? (tables[0] ?? [[]])
    : UPlot.join(
        tables,
        tables.map(() => [0, 2]),
      )
}
