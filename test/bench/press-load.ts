// The other work of a desk during a press, from a process of its own: values are watched, drafts are searched, a large
// answer is read repeatedly.
import { DeskError } from '#contract/errors.ts'
import { connectDesk, type Greeting } from '../support/desk.ts'

const greeting = JSON.parse(process.argv[2] ?? '') as Greeting
const words = ['evening', 'show', 'guest', 'studio', 'music', 'camera', 'light']
const [reader, searcher, watcher] = await Promise.all([
  connectDesk(greeting),
  connectDesk(greeting),
  connectDesk(greeting),
])
let ended = false
process.on('message', () => (ended = true))
process.on('disconnect', () => process.exit(0))

async function again(work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; !ended; turn += 1) {
    await work(turn).catch((error: unknown) => {
      if (!(error instanceof DeskError)) throw error
    })
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const watches = Array.from({ length: 20 }, (_, at) => ({
  operation: 'POST /api/vote/embed/get',
  body: { embedId: `emb_${at}` },
  pace: 'status' as const,
}))

await Promise.all([
  again(async () => {
    await reader.call('platform.read', { operation: 'POST /api/marketing/template/all', body: {} })
    await pause(1_000)
  }),
  again(async (turn) => {
    await searcher.call('drafts.list', { query: words[turn % words.length] ?? '', limit: 50 })
    await pause(250)
  }),
  again(async () => {
    await watcher.call('live.follow', { page: 'bench', visible: true, watches })
    await pause(10_000)
  }),
])
process.exit(0)
