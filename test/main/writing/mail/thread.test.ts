import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createMailCompiler, type MailCompiler } from '../../../../main/writing/mail/thread.ts'
import { systemClock } from '../../../../main/core/ports.ts'

const opened: MailCompiler[] = []
afterEach(() => {
  for (const compiler of opened.splice(0)) compiler.stop()
})
const open = (...given: Parameters<typeof createMailCompiler>): MailCompiler => {
  const compiler = createMailCompiler(...given)
  opened.push(compiler)
  return compiler
}
const mail = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`

// Catches an answer that goes to another mail.
test('several mails at once each get their own HTML', async () => {
  const compiler = open(systemClock)
  const names = ['{{one}}', '{{two}}', '{{three}}']
  const done = await Promise.all(names.map((name) => compiler.compile(mail(name))))
  for (const [index, name] of names.entries()) expect(done[index]?.html).toContain(`>${name}<`)
})

/** A clock that runs what is due when it is told to. */
function ownClock() {
  const due = new Map<() => void, number>()
  return {
    after: (ms: number, run: () => void) => {
      due.set(run, ms)
      return () => void due.delete(run)
    },
    pass: (ms: number) => {
      for (const [run, at] of due) if (at === ms && due.delete(run)) run()
    },
    waits: () => [...due.values()],
  }
}
const real = () => new Worker(new URL('../../../../main/writing/mail/worker.ts', import.meta.url))
const stuck = () => new Worker('setInterval(() => undefined, 1000)', { eval: true })

// Catches a mail that is compiled for ever, and one behind it that fails or gets less time because of it.
test('a mail that takes too long is given up, and the one behind it compiles', async () => {
  const clock = ownClock()
  const threads = [stuck, real]
  const compiler = open(clock, () => (threads.shift() ?? real)())
  const late = compiler.compile(mail('late'))
  const behind = compiler.compile(mail('behind'))
  await expect.poll(clock.waits).toEqual([10_000])
  clock.pass(10_000)
  expect(await late).toEqual({ problems: [{ message: expect.stringContaining('10 seconds') as string, tag: 'mjml' }] })
  expect((await behind).html).toContain('>behind<')
})

// Catches a thread that keeps its memory for hours after the last mail, and one that ends under the next mail.
test('a thread without work ends after a minute', async () => {
  const clock = ownClock()
  const started: Worker[] = []
  const compiler = open(clock, () => {
    const worker = real()
    started.push(worker)
    return worker
  })
  await compiler.compile(mail('one'))
  await compiler.compile(mail('two'))
  expect(started).toHaveLength(1)
  expect(clock.waits()).toEqual([60_000])
  const gone = new Promise((done) => void started[0]?.once('exit', done))
  clock.pass(60_000)
  await gone
  expect((await compiler.compile(mail('three'))).html).toContain('>three<')
  expect(started).toHaveLength(2)
})

// Catches a call without an answer after a thread died.
test('a thread that fails or ends says so', async () => {
  const threads = ['throw new Error("no memory")', 'process.exit(0)']
  const compiler = open(systemClock, () => new Worker(threads.shift() ?? '', { eval: true }))
  expect(await compiler.compile(mail('x'))).toEqual({ problems: [{ message: 'no memory', tag: 'mjml' }] })
  expect(await compiler.compile(mail('x'))).toEqual({ problems: [{ message: 'The compiler ended.', tag: 'mjml' }] })
})

// Catches a desk that can't end because of a mail, or begins a thread on its way out.
test('a desk that closes ends what is compiled, and begins nothing', async () => {
  let started = 0
  const compiler = open(systemClock, () => {
    started += 1
    return stuck()
  })
  const first = compiler.compile(mail('a'))
  const second = compiler.compile(mail('b'))
  await expect.poll(() => started).toBe(1)
  compiler.stop()
  const closing = { problems: [{ message: 'The desk is closing.', tag: 'mjml' }] }
  expect(await Promise.all([first, second, compiler.compile(mail('c'))])).toEqual([closing, closing, closing])
  expect(started).toBe(1)
})

// Catches a live command that waits for a mail: main must go on while a long one is compiled.
test('main goes on while a long mail is compiled', async () => {
  const compiler = open(systemClock)
  await compiler.compile(mail('warm'))
  const text = `<mj-text>${'words '.repeat(20)}</mj-text>`
  const work = compiler.compile(
    `<mjml><mj-body>${`<mj-section><mj-column>${text.repeat(10)}</mj-column></mj-section>`.repeat(60)}</mj-body></mjml>`,
  )
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 1)
  expect((await work).problems).toEqual([])
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(10)
})
