// One write and one read through the desk against the parts they are made of, in the order and rhythm of a write: a durable commit
// that follows a pause on the network waits longer for the disk than one that follows another commit, so the parts run in turn.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import axios from 'axios'
import { WebSocket } from 'ws'
import { endDesk, startDesk } from '../support/desk.ts'
import { compare, type Verdict } from './measure.ts'
import type { BenchStub } from './support.ts'

const write = 'POST /api/marketing/contact/create'
const read = 'GET /api/events/general/all'
const body = { name: 'Contact', email: 'contact@example.com', tags: ['one', 'two'], note: 'x'.repeat(200) }

export async function benchParts(stub: BenchStub): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-bench-'))
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  )
  const insert = database.prepare('INSERT INTO t (text) VALUES (?)')
  const text = JSON.stringify({ operation: write, body })

  const bare = axios.create({
    baseURL: stub.baseUrl,
    httpAgent: new Agent({ keepAlive: true }),
    maxRedirects: 0,
    proxy: false,
  })
  const echo = new WebSocket(stub.echoUrl, { perMessageDeflate: false })
  await once(echo, 'open')

  async function echoed(message: string): Promise<void> {
    const back = once(echo, 'message')
    echo.send(message)
    await back
  }

  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', stub.baseUrl] })
  const connection = await desk.connect()
  await connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
  try {
    const times = await compare(
      [
        {
          name: 'parts of a write',
          run: (count) =>
            repeat(count, async () => {
              await echoed(text)
              insert.run(text)
              await bare.post('/api/marketing/contact/create', body)
              insert.run(text)
            }),
        },
        {
          name: 'parts of a read',
          run: (count) =>
            repeat(count, async () => {
              await echoed(text)
              await bare.get('/api/events/general/all')
            }),
        },
        {
          name: 'write',
          run: (count) => repeat(count, () => connection.call('ledger.submit', { operation: write, body })),
        },
        { name: 'read', run: (count) => repeat(count, () => connection.call('platform.read', { operation: read })) },
      ],
      { rounds: 41, count: 50, warmUp: 500 },
    )
    const note = ['write', 'parts of a write', 'read', 'parts of a read']
      .map((name) => `${name} ${times.ms(name).toFixed(3)} ms`)
      .join(', ')
    return [
      {
        name: 'one write / (axios + 2 commits + echo)',
        ratio: times.ratio('write', 'parts of a write'),
        bound: 2.25,
        keep: 'at most',
        note,
      },
      {
        name: 'one read / (axios + echo)',
        ratio: times.ratio('read', 'parts of a read'),
        bound: 1.75,
        keep: 'at most',
        note: 'same run',
      },
    ]
  } finally {
    connection.close()
    echo.close()
    database.close()
    rmSync(folder, { recursive: true })
    await endDesk(desk)
  }
}

async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await work()
}
