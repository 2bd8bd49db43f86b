export interface Slots {
  /** Runs at once or as soon as one of the others has ended. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets at most `most` pieces of work run at the same time, first come first served. */
export function createSlots(most: number): Slots {
  const waiting: Array<() => void> = []
  let busy = 0
  return {
    async run(work) {
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
