// How fast a queue is sent, against bare posts of the same requests with one durable commit each.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import axios from 'axios'
import { endDesk, startDesk } from '../support/desk.ts'
import { median, type Verdict } from './measure.ts'
import type { BenchStub } from './support.ts'

const rounds = 9
const queued = 100
const operation = 'POST /api/marketing/contact/create'
const body = (n: number) => ({
  name: `Contact ${n}`,
  email: `contact${n}@example.com`,
  note: 'x'.repeat(200),
})

export async function benchQueue(stub: BenchStub): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-bench-'))
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  )
  const insert = database.prepare('INSERT INTO t (text) VALUES (?)')
  const bare = axios.create({
    baseURL: stub.baseUrl,
    httpAgent: new Agent({ keepAlive: true }),
    maxRedirects: 0,
    proxy: false,
  })
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', stub.baseUrl] })
  try {
    const hand = await desk.connect()
    await hand.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
    const times: Array<{ drained: number; posted: number }> = []
    for (let round = 0; round <= rounds; round += 1) {
      await hand.call('connection.configure', { sending: 'paused' })
      for (let n = 0; n < queued; n += 1) await hand.call('ledger.submit', { operation, body: body(n) })
      // It receives nothing of the earlier rounds.
      const listening = await desk.connect()
      const begun = performance.now()
      await hand.call('connection.configure', { sending: 'on' })
      const { counts } = await listening.next(
        'ledger.changed',
        ({ counts: now }) => now?.queued === 0 && now.sending === 0,
      )
      const drained = performance.now() - begun
      if (counts !== undefined && counts.unknown > 0) throw new Error(`${counts.unknown} of the queue ended unknown`)
      listening.close()
      const started = performance.now()
      for (let n = 0; n < queued; n += 1) {
        await bare.post('/api/marketing/contact/create', body(n))
        insert.run(JSON.stringify({ operation, body: body(n) }))
      }
      // The first round warms up.
      if (round > 0) times.push({ drained, posted: performance.now() - started })
    }
    const ms = (pick: 'drained' | 'posted') => median(times.map((time) => time[pick])).toFixed(0)
    return [
      {
        name: `${queued} queued intents leave / bare posts with one durable commit each`,
        ratio: median(times.map(({ drained, posted }) => drained / posted)),
        bound: 2.5,
        keep: 'at most',
        note: `${ms('drained')} ms against ${ms('posted')} ms`,
      },
    ]
  } finally {
    await endDesk(desk)
    database.close()
    rmSync(folder, { recursive: true })
  }
}
