// The thread's entry. It gets one mail at a time.
import { parentPort } from 'node:worker_threads'
import { compileMjml } from './compile.ts'

parentPort?.on('message', (mjml: string) => {
  void compileMjml(mjml).then((done) => parentPort?.postMessage(done))
})
