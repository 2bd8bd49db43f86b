import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createMailCompiler, type MailCompiler } from '../../../main/mail/thread.ts'
import { systemClock } from '../../../main/ports.ts'

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

// Catches a mail that is compiled for ever, and a thread that no later mail can use.
test('a mail that takes too long is given up, and the next one compiles', async () => {
  const waits: Array<() => void> = []
  let stuck = true
  const compiler = open(
    {
      after: (_, run) => {
        waits.push(run)
        return () => undefined
      },
    },
    () => {
      if (!stuck) return new Worker(new URL('../../../main/mail/worker.ts', import.meta.url))
      stuck = false
      return new Worker('setInterval(() => undefined, 1000)', { eval: true })
    },
  )
  const late = compiler.compile(mail('late'))
  waits[0]?.()
  expect(await late).toEqual({ problems: [{ message: expect.stringContaining('10 seconds'), tag: 'mjml' }] })
  expect((await compiler.compile(mail('soon'))).html).toContain('>soon<')
})

// Catches a call without an answer after a thread died.
test('a thread that fails says so', async () => {
  const compiler = open(systemClock, () => new Worker('throw new Error("no memory")', { eval: true }))
  expect(await compiler.compile(mail('x'))).toEqual({ problems: [{ message: 'no memory', tag: 'mjml' }] })
})
