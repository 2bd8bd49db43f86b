/** Runs `work` again after it ended, where it was asked for meanwhile. */
export function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined
  let wanted = 0
  async function run(): Promise<void> {
    for (let done = wanted - 1; done < wanted;) {
      done = wanted
      await work()
    }
  }
  return () => {
    wanted++
    running ??= run().finally(() => (running = undefined))
    return running
  }
}
