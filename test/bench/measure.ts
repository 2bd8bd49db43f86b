// Ratios in one run: contenders take turns, so that a slow moment of the machine affects all.

export interface Contender {
  name: string
  /** Does the work `count` times, one after the other. */
  run: (count: number) => Promise<void>
}

export interface Comparison {
  /** Median milliseconds per piece of work. */
  ms(name: string): number
  /** Median over the rounds of one contender's time divided by another's. */
  ratio(name: string, other: string): number
}

/** Every contender warms up once, untimed; then they take turns. */
export async function compare(
  contenders: Contender[],
  options: { rounds: number; count: number; warmUp: number },
): Promise<Comparison> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const { run } of contenders) await run(options.warmUp)
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, run } of contenders) {
      const start = performance.now()
      await run(options.count)
      times.get(name)?.push((performance.now() - start) / options.count)
    }
  }
  const of = (name: string) => times.get(name) ?? []
  return {
    ms: (name) => median(of(name)),
    ratio: (name, other) => median(of(name).map((time, round) => time / (of(other)[round] ?? Number.NaN))),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** One line of the report: a ratio and the bound it has to keep. */
export interface Verdict {
  name: string
  ratio: number
  bound: number
  /** Whether the ratio must stay under the bound or over it. */
  keep: 'at most' | 'at least'
  note: string
}

export function kept({ ratio, bound, keep }: Verdict): boolean {
  return keep === 'at most' ? ratio <= bound : ratio >= bound
}
