// The analysis off the page's thread: typing stays smooth whatever the HTML's size.
import { createResponder } from './responder.ts'
import type { Question } from './protocol.ts'

const respond = createResponder()

self.onmessage = (event: MessageEvent<Question>) => {
  void respond(event.data).then((answer) => self.postMessage(answer))
}
