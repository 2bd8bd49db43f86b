/** Looks again and again until it is so. The only place that waits between two looks, for code that isn't a test itself. */
export async function until(isSo: () => unknown, everyMs = 20): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, everyMs))
}
