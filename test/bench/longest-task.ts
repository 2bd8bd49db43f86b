/** What tracing a page needs: a session of the driver's, or a quiet page. */
interface Traced {
  send(
    method: 'Tracing.start',
    params: { transferMode: 'ReportEvents'; traceConfig: { includedCategories: string[] } },
  ): Promise<unknown>
  send(method: 'Tracing.end'): Promise<unknown>
  on(event: 'Tracing.dataCollected' | 'Tracing.tracingComplete', listener: (data: { value?: unknown }) => void): unknown
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the thread's own time, without the machine's other work. */
  tdur?: number
  args?: { name?: string }
}

/**
 * The longest task of the page's thread during an action, in milliseconds. With `mark`, the name of a mark that the action sets, only
 * the thread that set it counts, and not those of frames with a process of their own.
 */
export async function longestTask(page: Traced, act: () => Promise<void>, mark?: string): Promise<number> {
  const events: TraceEvent[] = []
  page.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])))
  const complete = new Promise<void>((done) => page.on('Tracing.tracingComplete', () => done()))
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await act()
  await page.send('Tracing.end')
  await complete
  const of = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const own = new Set(
    events
      .filter(({ name, args }) =>
        mark === undefined ? name === 'thread_name' && args?.name === 'CrRendererMain' : name === mark,
      )
      .map(of),
  )
  const tasks = events
    .filter((event) => own.has(of(event)) && event.name.endsWith('RunTask'))
    .map(({ tdur = 0 }) => tdur / 1_000)
  if (tasks.length === 0) throw new Error('The browser traced no task of the page.')
  return Math.max(...tasks)
}
