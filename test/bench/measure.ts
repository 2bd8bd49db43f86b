// Ratios side by side in one run: the contenders take turns, so that a slow moment of the machine meets all of them.

export interface Contender {
  name: string
  /** Does the work `count` times, one after the other. */
  run: (count: number) => Promise<void>
}

/** Median milliseconds per piece of work, by name. Every contender is warmed up once, untimed. */
export async function compare(contenders: Contender[], options: { rounds: number; count: number; warmUp: number }): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const { run } of contenders) await run(options.warmUp)
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, run } of contenders) {
      const start = performance.now()
      await run(options.count)
      times.get(name)?.push((performance.now() - start) / options.count)
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]))
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
