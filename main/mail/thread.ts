// MJML is compiled in a thread of its own: a long mail takes seconds, and a live command must not wait for it.
import { Worker } from 'node:worker_threads'
import type { CompiledMail } from '#contract/mail.ts'
import type { Clock } from '../ports.ts'
import { workerUrl } from '../worker-url.ts'
import type { Order } from './worker.ts'

export interface MailCompiler {
  compile(mjml: string): Promise<CompiledMail>
  /** Ends the thread; what is still compiled fails. */
  stop(): void
}

/** Then the mail is given up. */
const longestMs = 10_000
/** Then the thread ends, and its memory with it. */
const idleMs = 60_000

const failed = (message: string): CompiledMail => ({ problems: [{ message, tag: 'mjml' }] })

export function createMailCompiler(
  clock: Pick<Clock, 'after'>,
  start: () => Worker = () => new Worker(workerUrl(import.meta.url, 'mail')),
): MailCompiler {
  let worker: Worker | undefined
  let lastId = 0
  let cancelIdle: (() => void) | undefined
  const waiting = new Map<number, (done: CompiledMail) => void>()

  function end(why: CompiledMail): void {
    cancelIdle?.()
    void worker?.terminate()
    worker = undefined
    for (const done of waiting.values()) done(why)
    waiting.clear()
  }

  function begin(): Worker {
    const begun = start()
    begun.unref()
    begun.on('message', ({ id, done }: { id: number; done: CompiledMail }) => {
      waiting.get(id)?.(done)
      waiting.delete(id)
      if (waiting.size === 0) cancelIdle = clock.after(idleMs, () => end(failed('The compiler ended.')))
    })
    begun.on('error', (error: unknown) => {
      if (worker === begun) end(failed(error instanceof Error ? error.message : 'The compiler ended.'))
    })
    return begun
  }

  return {
    async compile(mjml) {
      cancelIdle?.()
      worker ??= begin()
      const order: Order = { id: (lastId += 1), mjml }
      const { promise, resolve } = Promise.withResolvers<CompiledMail>()
      waiting.set(order.id, resolve)
      // A thread that is busy with this mail can't be told to stop: it ends, and what waits behind it fails with it.
      const cancel = clock.after(longestMs, () =>
        end(failed(`Compiling took longer than ${longestMs / 1000} seconds. Split the mail.`)),
      )
      worker.postMessage(order)
      try {
        return await promise
      } finally {
        cancel()
      }
    },
    stop: () => end(failed('The desk is closing.')),
  }
}
