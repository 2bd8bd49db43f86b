/** Runs at most `most` tasks at a time, first come first served. */
export function createSlots(most: number) {
  const waiting: Array<() => void> = []
  let busy = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve))
      else busy += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) busy -= 1
        else next()
      }
    },
  }
}
