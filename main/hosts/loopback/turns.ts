/**
 * What others ask begins one after the other, each in a turn of the event loop of its own, so that the desk's own page is
 * heard between any two of them.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => (last = last.then(() => new Promise<void>((begin) => setImmediate(begin))))
}
