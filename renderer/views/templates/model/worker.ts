// Analyses off the page's thread, so that typing stays smooth.
import '#kit/older-browsers/complete.ts'
import { createResponder } from './responder.ts'
import type { Question } from './protocol.ts'

const respond = createResponder((answer) => self.postMessage(answer))

self.onmessage = (event: MessageEvent<Question>) => {
  void respond(event.data).then((answer) => self.postMessage(answer))
}
