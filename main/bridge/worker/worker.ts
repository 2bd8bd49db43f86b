// The thread's entry: it reads one file, or answers as they come, and learns changed secrets with each job.
import { parentPort, workerData, type Transferable } from 'node:worker_threads'
import { createRedactor } from '../../core/keychain/redact.ts'
import type { FileOrder } from './file-work.ts'
import { work, type Job } from './work.ts'

/** `secrets` are left out where they are unchanged. */
export interface Order {
  id: number
  job: Job
  secrets?: readonly string[]
}

let redactor = createRedactor()

const ofFile = workerData as FileOrder | undefined
if (ofFile !== undefined && parentPort !== null) void (await import('./file-work.ts')).workOnFile(ofFile, parentPort)
else parentPort?.on('message', answer)

function answer({ id, job, secrets }: Order): void {
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
}
