// How fast a queue leaves once the platform answers again, against bare posts of the same requests one after the other.
import { Agent } from 'node:http'
import axios from 'axios'
import { endDesk, startDesk } from '../support/desk.ts'
import { median } from './measure.ts'
import type { Verdict } from './measure.ts'
import type { BenchStub } from './support.ts'

const queued = 1_000
const operation = 'POST /api/marketing/contact/create'
const body = (n: number) => ({ name: `Contact ${n}`, email: `contact${n}@example.com`, note: 'x'.repeat(200) })

export async function benchQueue(stub: BenchStub): Promise<Verdict[]> {
  const bare = axios.create({ baseURL: stub.baseUrl, httpAgent: new Agent({ keepAlive: true }), maxRedirects: 0, proxy: false })
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', stub.baseUrl] })
  try {
    const connection = await desk.connect()
    await connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
    const ratios: number[] = []
    let note = ''
    for (let round = 0; round < 4; round += 1) {
      await connection.call('connection.configure', { sending: 'paused' })
      let last = ''
      for (let n = 0; n < queued; n += 1) last = (await connection.call('ledger.submit', { operation, body: body(n) })).id
      const begun = performance.now()
      await connection.call('connection.configure', { sending: 'on' })
      await connection.next('ledger.changed', ({ intent }) => intent.id === last && intent.state === 'confirmed')
      const drained = performance.now() - begun
      const started = performance.now()
      for (let n = 0; n < queued; n += 1) await bare.post('/api/marketing/contact/create', body(n))
      const posted = performance.now() - started
      if (round === 0) continue
      ratios.push(posted / drained)
      note = `${queued} in ${drained.toFixed(0)} ms, posts ${posted.toFixed(0)} ms`
    }
    connection.close()
    return [{ name: '1,000 queued intents leave / bare sequential posts', ratio: median(ratios), bound: 0.6, keep: 'at least', note }]
  } finally {
    await endDesk(desk)
  }
}
