import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DeskError } from '#contract/errors.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createFileReader } from '../../../../main/bridge/worker/files.ts'
import type { FileOrder } from '../../../../main/bridge/worker/file-work.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import type { Reading } from '../../../../main/core/types.ts'
import { createDesk, input } from '../../writing/drafts/support.ts'
import { temporary } from '../../maintenance/desk.ts'

afterEach(() => void vi.restoreAllMocks())

const padding = 'x'.repeat(1_100_000)

function open(start?: (order: FileOrder) => Worker, clock: Pick<Clock, 'after'> = systemClock) {
  const redactor = createRedactor()
  const reader = createFileReader({
    ...{ redactor, operations, clock, log: { write: () => undefined } },
    ...(start && { start }),
  })
  onTestFinished(() => reader.stop())
  return { reader, redactor }
}

function reading() {
  const abort = new AbortController()
  const shares: number[] = []
  return { abort, shares, of: { signal: abort.signal, progress: (share) => void shares.push(share) } satisfies Reading }
}

const thread = (order: FileOrder): Worker =>
  new Worker(new URL('../../../../main/bridge/worker/worker.ts', import.meta.url), { workerData: order })
/** As a parse that never ends: the thread does not even hear that it is to stop. */
const hanging = (): Worker => new Worker('for (;;);', { eval: true })

/** What main's own thread parses meanwhile, by its length. */
function parsedHere(): () => number {
  const spy = vi.spyOn(JSON, 'parse')
  return () => Math.max(0, ...spy.mock.calls.map(([text]) => text.length))
}

const failure = (run: PromiseLike<unknown>): Promise<DeskError> =>
  Promise.resolve(run).then(
    () => expect.unreachable('it was read'),
    (error: unknown) => error as DeskError,
  )

// Catches a file over 1 MiB that main parses itself, and one that comes out otherwise because another thread read it.
test('drafts and rundowns of a large file are read apart, and as main reads small ones', async () => {
  const { reader } = open()
  const one = await createDesk()
  const ids = [(await one.drafts.save(input({ title: 'One', notes: 'n' }))).id]
  const { text } = await one.drafts.export({ ids, format: 'json' })
  const small = await reader.drafts(text)
  const longest = parsedHere()
  expect(await reader.drafts(`${text}${' '.repeat(1_100_000)}`)).toEqual(small)
  const rows = `title,note\n${Array.from({ length: 400 }, (_, at) => `Cue ${at},${'n'.repeat(3_000)}`).join('\n')}\n`
  const { cues, preview } = await reader.rundown.csv(rows, undefined, [])
  expect([cues.length, preview.rows, cues[0]?.title]).toEqual([400, 400, 'Cue 0'])
  const content = { title: 'Evening', environment: 'rehearsal', template: false, cues: cues.slice(0, 3) }
  const file = JSON.stringify({ format: 'showdesk-rundown', version: 1, rundown: content, padding })
  expect(await reader.rundown.content(file)).toMatchObject({ title: 'Evening', cues: content.cues })
  expect(longest()).toBeLessThan(10_000)
})

// Catches a refusal that loses its place on the way between the threads.
test('what a large file is refused for is told with its place', async () => {
  const { reader } = open()
  expect(await failure(Promise.resolve(reader.drafts(`{"format": "showdesk-drafts",\n ${padding}`)))).toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'file_damaged', place: 'line 2, column 2' } },
  })
  expect(await failure(reader.rundown.csv(`title\n"${padding}`, undefined, []))).toMatchObject({
    details: { facts: { reason: 'file_not_understood' } },
  })
})

// Catches YAML and recordings that main parses itself, and a secret that becomes a name because the thread knows none.
test('a large file to learn from is read apart, without names that hold a secret', async () => {
  const started: string[] = []
  const { reader, redactor } = open((order) => {
    started.push(order.file.kind)
    return thread(order)
  })
  redactor.learn('k7Secret_Name_9')
  const folder = temporary()
  const described = `openapi: 3.0.0
paths:
  /api/video/channel/create:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: { ownField: { type: string }, k7Secret_Name_9: { type: string } }
# ${padding}
`
  const yamlFile = join(folder, 'described.yaml')
  writeFileSync(yamlFile, described)
  const small = join(folder, 'small.yaml')
  writeFileSync(small, described.slice(0, described.indexOf('#')))
  const expected = await reader.taught(small)
  expect(started).toEqual([])
  expect(await reader.taught(yamlFile)).toEqual(expected)
  expect(started).toEqual(['taught'])
  expect(JSON.stringify([...expected.forms])).not.toContain('k7Secret')
  const har = join(folder, 'recorded.har')
  writeFileSync(har, JSON.stringify({ log: { version: '1.2', entries: [], padding } }))
  const longest = parsedHere()
  expect(await reader.taught(har)).toMatchObject({ kind: 'har', version: '1.2' })
  expect(longest()).toBeLessThan(10_000)
})

// Catches a parse that hangs and can't be left, or that keeps the next file waiting for ever.
test('a parse that never ends is cancelled, the desk answers meanwhile, and the next file is read', async () => {
  let isFirst = true
  const real = open()
  const threads: Worker[] = []
  const { reader } = open((order) => {
    const next = isFirst ? hanging() : thread(order)
    isFirst = false
    threads.push(next)
    return next
  })
  const first = reading()
  const waiting = reading()
  const hung = failure(Promise.resolve(reader.drafts(`{${padding}`, first.of)))
  const never = failure(Promise.resolve(reader.drafts(`{${padding}`, waiting.of)))
  const next = failure(Promise.resolve(reader.drafts(`{${padding}`)))
  await vi.waitFor(() => expect(threads).toHaveLength(1))
  // Main's thread is free: it reads another file to its end.
  expect((await real.reader.rundown.csv('title\nOne\n', undefined, [])).cues).toHaveLength(1)
  waiting.abort.abort(new Error('left while it waited'))
  expect((await never).message).toBe('left while it waited')
  first.abort.abort(new Error('left'))
  expect((await hung).message).toBe('left')
  expect((await next).details.facts).toMatchObject({ reason: 'file_damaged' })
  expect(threads).toHaveLength(2)
})

// Catches a file that nobody cancels and that keeps a processor for ever, and a thread that outlives the desk.
test('a parse that never ends is given up, by the clock and when the desk closes', async () => {
  let late = (): void => undefined
  const clock = { after: (_ms: number, run: () => void) => ((late = run), () => undefined) }
  const { reader } = open(hanging, clock)
  const given = failure(Promise.resolve(reader.drafts(`{${padding}`)))
  await vi.waitFor(() => expect(late).not.toHaveLength(1))
  await vi.waitFor(() => {
    late()
    return expect(Promise.race([given, Promise.resolve('not yet')])).resolves.toMatchObject({ code: 'invalid_input' })
  })
  const closing = failure(Promise.resolve(reader.drafts(`{${padding}`)))
  reader.stop()
  expect(await closing).toMatchObject({ code: 'cancelled' })
})

// Catches a thread that ends without a word and leaves the page waiting.
test('a thread that dies is told as a file that can not be read', async () => {
  for (const code of ['process.exit(1)', 'throw new Error("secret words")']) {
    const { reader } = open(() => new Worker(code, { eval: true }))
    const error = await failure(Promise.resolve(reader.drafts(`{${padding}`)))
    expect(error.details.facts).toMatchObject({ reason: 'file_not_readable' })
    expect(error.message).not.toContain('secret')
  }
})
