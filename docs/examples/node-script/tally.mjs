// Prints the tally of a poll whenever it changes. Takes a grant of scope `read`.
//   SHOWDESK_GRANT=... node tally.mjs [ID OF THE POLL]
import { stayConnected } from './desk.mjs'

const page = crypto.randomUUID()
let key
let shown

// The platform doesn't say how it writes a tally. This reads `{question, options: [{id, text}], tally: {id: votes}}`,
// wherever it is in the answer; change it where yours looks different.
function pollIn(data) {
  if (typeof data !== 'object' || data === null) return undefined
  if (typeof data.tally === 'object' && Array.isArray(data.options)) return data
  return Object.values(data).map(pollIn).find(Boolean)
}

function print({ answer, waiting, error }) {
  const poll = pollIn(answer?.data)
  const counts = poll?.options.map(({ id, text }) => `${text} ${poll.tally[id] ?? '?'}`).join(', ')
  const text = poll ? `${poll.question} ${counts}` : 'No tally was read yet.'
  // A wait or an error says nothing about the poll: the last tally stays, and the line says why it is not newer.
  const why = waiting ?? error?.code
  const line = why === undefined ? text : `${text} (not newer: ${why})`
  if (line !== shown) console.log(line)
  shown = line
}

async function follow(desk) {
  let id = process.argv[2]
  if (id === undefined) {
    const { environment } = await desk.call('desk.info')
    id = (await desk.call('broadcast.get', { environment })).poll?.id
  }
  if (id === undefined) return console.error('No poll is chosen at the desk.')
  const watch = { operation: 'POST /api/vote/embed/get', body: { embedId: id }, pace: 'tally' }
  const { values } = await desk.call('live.follow', { page, visible: true, watches: [watch] })
  key = values[0].key
  print(values[0])
}

await stayConnected({
  onOpen(desk) {
    const again = () => follow(desk).catch(({ code, message }) => console.error(`${message} (${code})`))
    void again()
    // The desk reads for 30 s after the last follow.
    const timer = setInterval(again, 10_000)
    void desk.closed.then(() => clearInterval(timer))
  },
  onEvent(event, value) {
    if (event === 'live.value' && value.key === key) print(value)
  },
  onLost() {
    shown = undefined
    console.log('No connection to the desk. The tally above may be old.')
  },
})
