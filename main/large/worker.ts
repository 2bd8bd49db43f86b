// The thread's entry: it learns changed secrets with each job.
import { parentPort, type Transferable } from 'node:worker_threads'
import { createRedactor } from '../keychain/redact.ts'
import { work, type Job } from './work.ts'

/** `secrets` are left out where they are unchanged. */
export interface Order {
  id: number
  job: Job
  secrets?: readonly string[]
}

let redactor = createRedactor()

parentPort?.on('message', ({ id, job, secrets }: Order) => {
  if (secrets !== undefined) {
    redactor = createRedactor()
    for (const secret of secrets) redactor.learn(secret)
  }
  try {
    const done = work(job, redactor)
    const handedOver: Transferable[] = 'text' in done ? [done.text.buffer as ArrayBuffer] : []
    parentPort?.postMessage({ id, done }, handedOver)
  } catch {
    parentPort?.postMessage({ id })
  }
})
