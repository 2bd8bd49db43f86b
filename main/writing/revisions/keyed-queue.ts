/** Runs the work of one key in turn, and of different keys side by side. A failure does not stop the next. */
export function createKeyedQueue() {
  const tails = new Map<string, Promise<unknown>>()

  function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = tails.get(key)?.then(work) ?? work()
    const tail = turn
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key)
      })
    tails.set(key, tail)
    return turn
  }

  return {
    run,
    /** Keys with unfinished work. */
    busy: () => tails.size,
    /** Waits for the turn of every key and keeps them all until the work has ended. */
    all<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
      const end = Promise.withResolvers<undefined>()
      // All keys are queued in one turn of the event loop, so two calls that share keys can't wait for each other.
      const begun = [...new Set(keys)].map((key) => {
        const turn = Promise.withResolvers<undefined>()
        void run(key, () => {
          turn.resolve(undefined)
          return end.promise
        })
        return turn.promise
      })
      return Promise.all(begun)
        .then(work)
        .finally(() => end.resolve(undefined))
    },
  }
}

export type KeyedQueue = ReturnType<typeof createKeyedQueue>
