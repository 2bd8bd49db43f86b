// Keeps the moment as a draft: nothing is sent, the clip is cut later at the desk. Takes a grant of scope `draft`.
//   SHOWDESK_GRANT=... node mark.mjs "The drummer falls off the stage"
import { connect } from './desk.mjs'

const title = process.argv[2]
if (title === undefined) {
  console.error('Name the moment: node mark.mjs TITLE')
  process.exit(2)
}
const at = new Date().toISOString()
// An id of our own: where the connection ends before the answer, the same mark is kept once, not twice.
const id = crypto.randomUUID()

async function keep() {
  const desk = await connect()
  try {
    const { environment } = await desk.call('desk.info')
    const { stream } = await desk.call('broadcast.get', { environment })
    return await desk.call('drafts.save', {
      id,
      baseRevision: 0,
      operation: 'POST /api/video/stream/createClip',
      title,
      body: { ...(stream && { streamId: stream.id }), title, at },
      tags: ['mark'],
      environment,
    })
  } finally {
    desk.close()
  }
}

/** Once more after a lost connection. */
async function keepOnce() {
  try {
    return await keep()
  } catch (error) {
    if (error.code !== 'connection_lost') throw error
  }
  try {
    return await keep()
  } catch (error) {
    // The first try arrived: the draft is there.
    if (error.code === 'conflict') return { id }
    throw error
  }
}

try {
  const { id: kept } = await keepOnce()
  console.log(`Kept as draft ${kept}.`)
} catch ({ code, message }) {
  console.error(`Not kept: ${message} (${code})`)
  process.exitCode = code === 'not_connected' ? 3 : 1
}
