// MJML is compiled in a thread of its own: a long mail takes seconds, and a live command must not wait for it.
import { Worker } from 'node:worker_threads'
import type { CompiledMail } from '#contract/mail.ts'
import type { Clock } from '../../core/ports.ts'
import { workerUrl } from '../../core/worker-url.ts'

export interface MailCompiler {
  compile(mjml: string): Promise<CompiledMail>
  /** Ends the thread; what is still compiled or waits fails. */
  stop(): void
}

/** From the moment that the thread begins with the mail. */
const longestMs = 10_000
/** Then the thread ends, and its memory with it. */
const idleMs = 60_000

const failed = (message: string): CompiledMail => ({ problems: [{ message, tag: 'mjml' }] })
const ended = failed('The compiler ended.')
const closing = failed('The desk is closing.')

export function createMailCompiler(
  clock: Pick<Clock, 'after'>,
  start: () => Worker = () => new Worker(workerUrl(import.meta.url, 'mail')),
): MailCompiler {
  let worker: Worker | undefined
  let isStopped = false
  let cancelIdle: (() => void) | undefined
  /** The mail in the thread; one at a time, so that a mail that takes too long ends no other. */
  let current: ((done: CompiledMail) => void) | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(why: CompiledMail): void {
    cancelIdle?.()
    void worker?.terminate()
    worker = undefined
    current?.(why)
  }

  function begin(): Worker {
    const begun = start()
    begun.unref()
    begun.on('message', (done: CompiledMail) => {
      if (worker === begun) current?.(done)
    })
    begun.on('error', (error: unknown) => {
      if (worker === begun) end(error instanceof Error ? failed(error.message) : ended)
    })
    begun.on('exit', () => {
      if (worker === begun) end(ended)
    })
    return begun
  }

  async function run(mjml: string): Promise<CompiledMail> {
    if (isStopped) return closing
    cancelIdle?.()
    const thread = (worker ??= begin())
    const { promise, resolve } = Promise.withResolvers<CompiledMail>()
    current = resolve
    // A busy thread can't be told to stop: it ends, and the next mail begins another.
    const cancel = clock.after(longestMs, () =>
      end(failed(`Compiling took longer than ${longestMs / 1000} seconds. Split the mail.`)),
    )
    thread.postMessage(mjml)
    const done = await promise
    cancel()
    current = undefined
    cancelIdle = worker === thread ? clock.after(idleMs, () => end(ended)) : undefined
    return done
  }

  return {
    async compile(mjml) {
      const done = last.then(() => run(mjml))
      last = done.catch(() => undefined)
      return done
    },
    stop() {
      isStopped = true
      end(closing)
    },
  }
}
