// Parsing, sorting and searching 8 MiB leave the page free. It fetches nothing itself.
import '#kit/older-browsers/complete.ts'
import { createResponder } from './engine/responder.ts'
import type { Question } from './protocol.ts'

const respond = createResponder()

self.onmessage = (event: MessageEvent<Question>) => {
  void respond(event.data).then((reply) => self.postMessage(reply))
}
