// Cuts a clip of the moment and tells how it ended. Takes a grant of scope `operate` with the command `clip`.
//   SHOWDESK_GRANT=... node clip.mjs [TITLE]
import { setTimeout as wait } from 'node:timers/promises'
import { connect, DeskError } from './desk.mjs'

// One press is one press: asked again under the same id, the desk answers with what the first one did.
const press = crypto.randomUUID()
const title = process.argv[2] ?? 'Clip'
const longestWaitMs = 120_000

function tell({ state, error, waiting }) {
  const why = error === undefined ? '' : ` ${error.message} (${error.code})`
  if (state === 'confirmed') return console.log('The clip is cut.')
  if (state === 'queued')
    return console.log(`Waiting: ${waiting?.reason}${waiting?.until ? ` until ${waiting.until}` : ''}.`)
  // It may be there. Pressing again could cut a second one, so a person looks first.
  if (state === 'unknown')
    return console.log('Nobody knows yet whether the clip was cut. Look at the desk before you press again.')
  const seconds = Math.ceil((error?.retryAfterMs ?? 0) / 1_000)
  console.log(`Not cut.${why}${seconds > 0 ? ` Press again in ${seconds} s.` : ''}`)
}

async function run() {
  let told
  let settled
  const done = new Promise((resolve) => (settled = resolve))
  let ours
  const ended = new Map()
  const hear = (intent) => {
    const over = ['confirmed', 'rejected', 'cancelled'].includes(intent.state)
    if (over) ended.set(intent.id, intent)
    if (intent.id !== ours || intent.state === told || intent.state === 'sending') return
    tell(intent)
    told = intent.state
    if (over) settled(intent.state)
  }
  const desk = await connect((event, payload) => event === 'ledger.changed' && hear(payload.intent))
  try {
    const { targets } = await desk.call('command.list')
    const target = targets.find(({ command }) => command === 'clip')
    if (target === undefined) throw new DeskError({ code: 'not_found_here', message: 'The desk offers no clip.' })
    const answer = await desk.call('command.run', { command: 'clip', record: target.record, title, press })
    if (answer.outcome === 'lapsed') return console.log('Nobody fired it at the desk in time. Nothing was sent.')
    ours = answer.intent.id
    // Its end may have been told before the answer was read.
    hear(ended.get(ours) ?? answer.intent)
    return await Promise.race([done, desk.closed, wait(longestWaitMs, undefined, { ref: false })])
  } finally {
    desk.close()
  }
}

/** Once more after a lost connection, as the same press. */
async function runOnce() {
  try {
    return await run()
  } catch (error) {
    if (error.code !== 'connection_lost') throw error
    return run()
  }
}

try {
  const state = await runOnce()
  process.exitCode = state === 'confirmed' ? 0 : 1
} catch ({ code, message, retryAfterMs }) {
  console.error(`${message} (${code})${retryAfterMs ? ` Try again in ${Math.ceil(retryAfterMs / 1_000)} s.` : ''}`)
  process.exitCode = code === 'not_connected' ? 3 : 1
}
