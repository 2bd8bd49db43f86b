// The worker's engine without a worker: what is sent is copied as a worker would have it, so that what can't be sent fails here too.
import { createResponder } from '../../../../../renderer/records/products/answer/engine/responder.ts'
import type { Question } from '../../../../../renderer/records/products/answer/protocol.ts'
import type { AnswerWorker } from '../../../../../renderer/records/products/answer/reader.ts'

export function startInProcess(): AnswerWorker {
  const respond = createResponder()
  let ended = false
  const worker: AnswerWorker = {
    onmessage: null,
    onerror: null,
    postMessage(message: unknown) {
      void respond(structuredClone(message) as Question).then((reply) => {
        const value = reply.ok && reply.value instanceof Blob ? reply : structuredClone(reply)
        if (!ended) worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data: value }))
      })
    },
    terminate() {
      ended = true
    },
  }
  return worker
}
