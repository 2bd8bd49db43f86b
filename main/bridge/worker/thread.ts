// Large answers are read in a thread of their own, so that a command pressed meanwhile leaves at once.
import { Worker } from 'node:worker_threads'
import type { ValueRedactor } from '../../core/keychain/redact.ts'
import type { LargeAnswers, ReadElsewhere } from '../../platform/client/types.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Described } from '../../platform/requests/types.ts'
import { workerUrl } from '../../core/worker-url.ts'
import type { Done, Job } from './work.ts'
import type { Order } from './worker.ts'

/** Below this the thread costs more than it saves. */
const largeBytes = 256 * 1024
/** Then the thread ends, and with it its copy of the secrets. */
const idleMs = 60_000

export interface LargeThread extends LargeAnswers {
  /** Undefined where the answer is small or the thread failed: the caller does it itself. */
  describe(
    body: Buffer,
    type: string | undefined,
    isCut: boolean,
    depth: number,
    plain?: ReadonlySet<string>,
  ): Promise<Described | undefined>
  /** Ends the thread, which forgets its secrets. */
  drop(): void
}

type Waiting = (done: Done | undefined) => void

export function createLargeThread({
  redactor,
  clock,
  log,
}: {
  redactor: Pick<ValueRedactor, 'values' | 'version'>
  clock: Clock
  log: Log
}): LargeThread {
  let worker: Worker | undefined
  let known: number | undefined
  let lastId = 0
  let cancelIdle: (() => void) | undefined
  const waiting = new Map<number, Waiting>()

  function end(): void {
    cancelIdle?.()
    void worker?.terminate()
    worker = undefined
    known = undefined
    for (const done of waiting.values()) done(undefined)
    waiting.clear()
  }

  function begin(): Worker {
    const begun = new Worker(workerUrl(import.meta.url, 'large'))
    begun.unref()
    begun.on('message', ({ id, done }: { id: number; done?: Done }) => {
      waiting.get(id)?.(done)
      waiting.delete(id)
      if (waiting.size === 0) cancelIdle = clock.after(idleMs, end)
    })
    begun.on('error', (error: unknown) => {
      if (worker !== begun) return
      log.write('warn', 'The thread for large answers failed; they are read in main until it begins anew.', {
        reason: error instanceof Error ? error.name : 'unknown',
      })
      end()
    })
    return begun
  }

  /** Done again where a secret became known meanwhile. */
  async function run(job: Job): Promise<Done | undefined> {
    for (let tries = 0; tries < 3; tries += 1) {
      cancelIdle?.()
      worker ??= begin()
      const version = redactor.version()
      const order: Order = { id: (lastId += 1), job, ...(known === version ? {} : { secrets: redactor.values() }) }
      known = version
      const { promise, resolve } = Promise.withResolvers<Done | undefined>()
      waiting.set(order.id, resolve)
      worker.postMessage(order)
      const done = await promise
      if (done === undefined || redactor.version() === version) return done
    }
    return undefined
  }

  return {
    async read(body, depth, asked, plain) {
      if (body.length < largeBytes) return undefined
      return (await run({ kind: 'read', body, depth, ...asked, plain })) as ReadElsewhere | undefined
    },
    async describe(body, type, isCut, depth, plain) {
      if (body.length < largeBytes) return undefined
      const done = (await run({ kind: 'describe', body, type, isCut, depth, plain })) as Described | undefined
      // Bytes lose their class between threads.
      return done === undefined || typeof done.content === 'string'
        ? done
        : { ...done, content: Buffer.from(done.content) }
    },
    drop: end,
  }
}
