/** Runs the work of one key in turn, that of different keys side by side. A failed turn does not stop the next. */
export interface KeyedQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Runs once it is the turn of each of these keys, and keeps every one of them until it has ended. */
  all<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
  /** Keys with work that has not ended. */
  busy(): number
}

export function createKeyedQueue(): KeyedQueue {
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
    busy: () => tails.size,
    all(keys, work) {
      const end = Promise.withResolvers<undefined>()
      // Every key is asked for in this one turn of the loop, so two that share keys can't wait for each other.
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
