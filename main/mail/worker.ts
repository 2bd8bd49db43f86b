// The thread's entry.
import { parentPort } from 'node:worker_threads'
import { compileMjml } from './compile.ts'

export interface Order {
  id: number
  mjml: string
}

parentPort?.on('message', ({ id, mjml }: Order) => {
  void compileMjml(mjml).then((done) => parentPort?.postMessage({ id, done }))
})
